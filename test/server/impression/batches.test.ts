import { describe, expect, it } from '@jest/globals';
import { SESSIONS_PER_BATCH } from '#domain/impression/limits.ts';
import type { CommandMap } from '#domain/registry.ts';
import { createActionBatches } from '#server/impression/batches.ts';
import { BATCHES_AT_ONCE, GATHER_MS, TURNS_PER_GATHERING, WAITING_MAX } from '#server/impression/limits.ts';
import { id } from '../../projections/support/events.ts';

const [postId, adId] = [id('desk'), id('ad')];
const ad = { postId, adId, campus: 'ou' };
const done = (n: number, actions: readonly ('view' | 'copied_link')[] = ['view']) => ({
  ...({ viewer: { kind: 'address', id: `10.0.${n >> 8}.${n & 255}` }, session: 'tab', actions } as const),
});

function gathered(write?: () => Promise<void>, now: () => number = () => 0) {
  const written: CommandMap['CountActions'][] = [];
  const timers: (() => void)[] = [];
  const delays: number[] = [];
  const batches = createActionBatches({
    write: async (data) => {
      await write?.();
      written.push(data);
    },
    timer: {
      now,
      after(ms, then) {
        delays.push(ms);
        timers.push(then);
        return () => undefined;
      },
    },
  });
  return { batches, written, delays, tick: () => timers.splice(0).map((then) => then()) };
}

describe('batches of actions', () => {
  it('are one for each ad and second, with each page session once', async () => {
    const { batches, written, tick } = gathered();
    const other = { ...ad, adId: id('other'), postId: id('lamp') };
    const all = [batches.add(ad, done(1)), batches.add(ad, done(2)), batches.add(other, done(1))];
    all.push(batches.add(ad, done(1, ['copied_link'])));
    expect(written).toEqual([]);
    tick();
    await Promise.all(all);
    expect(written.map((each) => [each.adId, each.sessions.map(({ actions }) => actions)])).toEqual([
      [adId, [['view', 'copied_link'], ['view']]],
      [other.adId, [['view']]],
    ]);
  });

  it('are cut where an event would be too long', async () => {
    const { batches, written, tick } = gathered();
    const all = Array.from({ length: SESSIONS_PER_BATCH * 2 + 1 }, (_, n) => batches.add(ad, done(n)));
    tick();
    await Promise.all(all);
    expect(written.map(({ sessions }) => sessions.length)).toEqual([SESSIONS_PER_BATCH, SESSIONS_PER_BATCH, 1]);
  });

  it('of hundreds of ads are written few at a time, so that others are answered between them', async () => {
    let [under, most] = [0, 0];
    const { batches, written, tick } = gathered(async () => {
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setImmediate(resolve));
      under -= 1;
    });
    const all = Array.from({ length: 500 }, (_, n) => batches.add({ ...ad, adId: id(`ad ${n}`) }, done(1)));
    tick();
    await Promise.all(all);
    expect([written.length, most]).toEqual([500, BATCHES_AT_ONCE]);
  });

  it('of hundreds of ads have their turns at ten moments of the second, so that those of one share a write; each ad always at its own', () => {
    const names = Array.from({ length: 500 }, (_, n) => id(`ad ${n}`));
    const momentsAt = (now: number) => {
      const { batches, delays } = gathered(undefined, () => now);
      for (const name of names) void batches.add({ ...ad, adId: name }, done(1));
      expect(delays.every((ms) => ms > 0 && ms <= GATHER_MS)).toBe(true);
      return delays.map((ms) => Math.round((now + ms) % GATHER_MS));
    };
    const moments = momentsAt(0);
    const perTenth = Array.from({ length: 10 }, (_, n) => moments.filter((at) => Math.floor(at / 100) === n).length);
    expect(Math.max(...perTenth)).toBeLessThan(100);
    expect(new Set(moments).size).toBe(TURNS_PER_GATHERING);
    for (const now of [1, 999.5, 86_400_123]) expect(momentsAt(now)).toEqual(moments);
  });

  it('of one moment are with the store at the same time: they are one write of the disk', async () => {
    let under = 0;
    const stalled = Promise.withResolvers<void>();
    const { batches, tick } = gathered(() => {
      under += 1;
      return stalled.promise;
    });
    const all = Array.from({ length: 3 }, (_, n) => batches.add({ ...ad, adId: id(`ad ${n}`) }, done(1)));
    tick();
    await new Promise((resolve) => setImmediate(resolve));
    expect(under).toBe(3);
    stalled.resolve();
    await Promise.all(all);
  });

  it('take more until they are written: the store is asked once for all that came meanwhile', async () => {
    const stalled = Promise.withResolvers<void>();
    const { batches, written, tick } = gathered(() => stalled.promise);
    const busy = Array.from({ length: BATCHES_AT_ONCE }, (_, n) =>
      batches.add({ ...ad, adId: id(`busy ${n}`) }, done(1)),
    );
    const all = [batches.add(ad, done(1))];
    tick();
    all.push(batches.add(ad, done(2)), batches.add(ad, done(1, ['copied_link'])));
    tick();
    stalled.resolve();
    await Promise.all([...busy, ...all]);
    expect(written.slice(BATCHES_AT_ONCE).map(({ sessions }) => sessions.map(({ actions }) => actions))).toEqual([
      [['view', 'copied_link'], ['view']],
    ]);
  });

  it('tell everybody of a batch that it could not be written', async () => {
    const { batches, tick } = gathered(() => Promise.reject(new Error('The disk is full.')));
    const all = [batches.add(ad, done(1)), batches.add(ad, done(2))];
    tick();
    for (const each of all) await expect(each).rejects.toThrow('The disk is full.');
  });

  it('take no more than memory holds, and go on once that is written', async () => {
    const { batches, written, tick } = gathered();
    const all = Array.from({ length: WAITING_MAX }, (_, n) => batches.add(ad, done(n)));
    expect(batches.add(ad, done(WAITING_MAX + 1))).toBeNull();
    tick();
    await Promise.all(all);
    expect(written.flatMap(({ sessions }) => sessions)).toHaveLength(WAITING_MAX);
    const next = batches.add(ad, done(WAITING_MAX + 1));
    expect(next).not.toBeNull();
    tick();
    await next;
  });

  it('count what is being written: a store that stalls holds no more than that either', async () => {
    const stalled = Promise.withResolvers<void>();
    const { batches, tick } = gathered(() => stalled.promise);
    const all = Array.from({ length: WAITING_MAX }, (_, n) => batches.add(ad, done(n)));
    tick();
    expect(batches.add(ad, done(WAITING_MAX + 1))).toBeNull();
    stalled.resolve();
    await Promise.all(all);
    expect(batches.add(ad, done(WAITING_MAX + 1))).not.toBeNull();
    tick();
  });
});
