import { beforeEach, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { ERAS_SENT } from '#projections/sync/eras.ts';
import { START } from '#projections/sync/position.ts';
import type { Mark } from '#projections/sync/protocol.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { createKnownEras, FOLLOW_ERAS_EVERY_MS, type KnownEras, READ_ERAS_EVERY_MS } from '#server/read/knownEras.ts';
import { sampleEvents, sampleStream } from '#test/contract/eventStoreSamples.ts';
import { createManualClock } from '#test/projections/support/manualClock.ts';

let store: MemoryEventStore;
let eras: KnownEras;
let reads: number;

const countReads = (of: MemoryEventStore) => ({
  eras() {
    reads += 1;
    return of.eras();
  },
});
const append = async (to = store) => (await to.append(sampleStream(), NO_STREAM, sampleEvents(1))).position;
const newest = async () => (await store.eras()).at(-1)?.id ?? '';

beforeEach(async () => {
  reads = 0;
  store = createMemoryEventStore();
  eras = createKnownEras(countReads(store));
});

describe('the eras that a process knows', () => {
  it('prove the marks of its own era without a read', async () => {
    await eras.learn();
    const mark = { era: eras.present(), position: await append() };
    for (let n = 0; n < 100; n += 1) {
      expect(await eras.isProven(mark)).toBe(true);
      expect(await eras.believed({ notBefore: mark.position, era: mark.era })).toBe(mark.position);
    }
    expect(await eras.believed({ notBefore: mark.position })).toBe(mark.position);
    expect(reads).toBe(1);
  });

  it('[P5] are read again when a client names one that another process has begun', async () => {
    await eras.learn();
    const before = eras.present();
    await append();
    store.begin();
    const position = await append();
    // Not known yet: marks are given the older era, which proves nothing in the other process.
    expect(eras.present()).toBe(before);
    const other = createKnownEras(store);
    await other.learn();
    expect(await other.isProven({ era: before, position })).toBe(false);
    expect(await eras.isProven({ era: await newest(), position })).toBe(true);
    expect(eras.present()).toBe(await newest());
    expect(reads).toBe(2);
  });

  it('[P5] prove nothing of a log that a restore has lost', async () => {
    await append();
    const backup = store.backup();
    store.begin();
    const lost = { era: await newest(), position: await append() };
    const later = { era: backup.eras.at(-1)?.id ?? '', position: lost.position };
    store = createMemoryEventStore(backup);
    eras = createKnownEras(countReads(store));
    await eras.learn();
    await append();
    await append();
    expect([await eras.isProven(lost), await eras.isProven(later)]).toEqual([false, false]);
    expect(await eras.believed({ notBefore: lost.position, era: lost.era })).toBe(START);
  });

  it('are read once for all who ask at a time, whatever they name', async () => {
    await eras.learn();
    const asked = Array.from({ length: 100 }, (_, n) => eras.isProven({ era: `made up ${n}`, position: START }));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([false]));
    expect(reads).toBe(2);
  });

  it('are read four times a second at most, whatever clients name, and a caller that waits learns the newest by then', async () => {
    const clock = createManualClock();
    eras = createKnownEras(countReads(store), clock);
    await eras.learn();
    expect(await eras.isProven({ era: 'made up', position: START })).toBe(false);
    const answers: boolean[] = [];
    const ask = (mark: Mark) => void eras.isProven(mark).then((answer) => answers.push(answer));
    ask({ era: 'made up again', position: START });
    clock.advance(READ_ERAS_EVERY_MS - 1);
    store.begin();
    ask({ era: await newest(), position: await append() });
    await new Promise(setImmediate);
    expect([answers, reads]).toEqual([[], 2]);
    clock.advance(1);
    await new Promise(setImmediate);
    expect([answers, reads]).toEqual([[false, true], 3]);
  });

  it('are read again for those who ask while a read is under way', async () => {
    const slow = Promise.withResolvers<void>();
    const clock = createManualClock();
    const slowStore = {
      async eras() {
        reads += 1;
        const found = await store.eras();
        if (reads === 1) await slow.promise;
        return found;
      },
    };
    eras = createKnownEras(slowStore, clock);
    const first = eras.isProven({ era: 'made up', position: START });
    await new Promise(setImmediate);
    store.begin();
    const second = eras.isProven({ era: await newest(), position: await append() });
    slow.resolve();
    expect(await first).toBe(false);
    clock.advance(READ_ERAS_EVERY_MS);
    expect([await second, reads]).toEqual([true, 2]);
  });

  it('[P5] are followed, and those who listen hear of each that another process begins, once', async () => {
    const clock = createManualClock();
    const failures: unknown[] = [];
    let isBusy = false;
    const busy = {
      async eras() {
        if (isBusy) throw new Unavailable('The log is busy.');
        return store.eras();
      },
    };
    eras = createKnownEras(busy, clock);
    await eras.learn();
    const heard: string[] = [];
    eras.onNews(() => heard.push(eras.present()));
    const look = async () => {
      clock.advance(FOLLOW_ERAS_EVERY_MS);
      await new Promise(setImmediate);
    };
    const stop = eras.follow((error) => failures.push(error));
    await look();
    store.begin();
    isBusy = true;
    await look();
    expect([heard, failures.length]).toEqual([[], 1]);
    isBusy = false;
    await look();
    await look();
    expect(heard).toEqual([await newest()]);
    stop();
    store.begin();
    await look();
    expect(heard).toHaveLength(1);
  });

  it('are not taken back by a read that was slower than a later one', async () => {
    const slow = Promise.withResolvers<void>();
    const slowStore = {
      async eras() {
        reads += 1;
        const isFirst = reads === 1;
        const found = await store.eras();
        if (isFirst) await slow.promise;
        return found;
      },
    };
    eras = createKnownEras(slowStore);
    const first = eras.learn();
    store.begin();
    await eras.learn();
    slow.resolve();
    await first;
    expect(eras.present()).toBe(await newest());
  });

  it('say nothing before they are learned, and tell clients only the newest', async () => {
    expect(() => eras.present()).toThrow('no era');
    for (let n = 0; n < 2 * ERAS_SENT; n += 1) store.begin();
    await eras.learn();
    expect(eras.newest()).toEqual((await store.eras()).slice(-ERAS_SENT));
  });
});
