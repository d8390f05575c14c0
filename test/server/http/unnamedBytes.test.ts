import { describe, expect, it } from '@jest/globals';
import { COUNTED_FOR_MS, createUnnamedBytes } from '#server/http/unnamedBytes.ts';
import { fakeClock } from '../support/dispatchRig.ts';

const MOST = 1_000;

/** Uploads of people that no event names, and the counter over them. */
function rig() {
  const clock = fakeClock();
  const lying: { folder: string; name: string; owner: string; bytes: number }[] = [];
  let counts = 0;
  const unnamed = createUnnamedBytes(
    {
      files: [],
      log: { readStream: async () => [] },
      clock: clock.now,
      media: {
        settle: async () => undefined,
        async unsettledBytes() {
          counts += 1;
          return [...lying];
        },
      },
    },
    MOST,
  );
  const lie = (owner: string, bytes: number) =>
    lying.push({ folder: 'posts/1', name: `${lying.length}.mp4`, owner, bytes });
  const isTaken = (owner: string, bytes: number) =>
    unnamed.take(owner, bytes).then(
      () => true,
      () => false,
    );
  return { clock, lying, lie, isTaken, counts: () => counts };
}

describe('bytes that no event names', () => {
  it('are bounded over all users: each has as many as are left for all others', async () => {
    const { isTaken } = rig();
    expect(await isTaken('ada', 500)).toBe(true);
    expect(await isTaken('ada', 1)).toBe(false);
    expect(await isTaken('bob', 250)).toBe(true);
    expect(await isTaken('bob', 1)).toBe(false);
    let taken = 750;
    for (let n = 0; n < 200; n += 1) if (await isTaken(`thief-${n}`, 20)) taken += 20;
    expect(taken).toBeLessThanOrEqual(MOST);
    expect(await isTaken('cleo', 10)).toBe(true);
  });

  it('are counted by what lies there, so what goes makes room again', async () => {
    const { clock, lying, lie, isTaken, counts } = rig();
    for (const owner of ['ada', 'bob', 'cleo']) lie(owner, 300);
    expect(await isTaken('dora', 101)).toBe(false);
    expect(await isTaken('dora', 100)).toBe(true);
    lying.length = 0;
    expect(await isTaken('dora', 400)).toBe(false);
    const before = counts();
    clock.advance(COUNTED_FOR_MS);
    expect(await isTaken('dora', 400)).toBe(true);
    expect(counts()).toBe(before + 1);
  });

  it('are counted once for many who begin at one moment, and none of them is forgotten', async () => {
    const { isTaken, counts } = rig();
    const taken = await Promise.all(Array.from({ length: 50 }, (_, n) => isTaken(`at-once-${n}`, 100)));
    expect(taken.filter(Boolean)).toHaveLength(MOST / 100);
    expect(counts()).toBe(1);
  });
});
