import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createFairQueue, type FairQueueLimits, type QueueFull } from '#server/fairness/fairQueue.ts';

const LIMITS: FairQueueLimits = { parallel: 1, waitingPerKey: 10, waitingPerLane: 20, taskMs: 250 };

/** A queue whose tasks end when the test says so. */
function rig(limits: Partial<FairQueueLimits> = {}) {
  const queue = createFairQueue(['login', 'registration'], { ...LIMITS, ...limits });
  const begun: string[] = [];
  const refused: { name: string; error: QueueFull }[] = [];
  const ends: (() => void)[] = [];
  const add = (key: string, name = key, lane: 'login' | 'registration' = 'login') => {
    const task = () =>
      new Promise<void>((resolve) => {
        begun.push(name);
        ends.push(resolve);
      });
    void queue.run(lane, key, task).catch((error: QueueFull) => refused.push({ name, error }));
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const endAll = async () => {
    await settle();
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await settle();
    }
  };
  return { add, begun, refused, endAll, settle, ends };
}

describe('fair queue', () => {
  it('gives every key its turn: one that sends a flood waits for itself', async () => {
    const { add, begun, endAll } = rig();
    for (let n = 0; n < 8; n += 1) add('flood', `flood ${n}`);
    add('honest');
    add('other');
    await endAll();
    expect(begun.slice(0, 4)).toEqual(['flood 0', 'flood 1', 'honest', 'other']);
    expect(begun).toHaveLength(10);
  });

  it('gives every lane its turn', async () => {
    const { add, begun, endAll } = rig();
    for (let n = 0; n < 9; n += 1) add(`key ${n % 4}`, `login ${n}`);
    add('new', 'registration', 'registration');
    await endAll();
    expect(begun.indexOf('registration')).toBeLessThanOrEqual(2);
  });

  it('refuses what one key has too much of, and says when to try again', async () => {
    const { add, begun, refused, endAll } = rig({ waitingPerKey: 3 });
    for (let n = 0; n < 6; n += 1) add('flood', `flood ${n}`);
    add('honest');
    await endAll();
    expect(refused.map(({ name }) => name)).toEqual(['flood 4', 'flood 5']);
    expect(refused[0]?.error).toMatchObject({ byKey: true, seconds: 1 });
    expect(begun).toContain('honest');
  });

  it('makes room in a full lane by the newest task of the key that has most', async () => {
    const { add, begun, refused, endAll } = rig({ waitingPerKey: 4, waitingPerLane: 4 });
    for (let n = 0; n < 5; n += 1) add('flood', `flood ${n}`);
    add('honest');
    await endAll();
    expect(refused.map(({ name, error }) => [name, error.byKey])).toEqual([['flood 4', false]]);
    expect(begun).toEqual(['flood 0', 'flood 1', 'honest', 'flood 2', 'flood 3']);
  });

  it('refuses a newcomer only where nobody waits with more', async () => {
    const { add, refused, endAll } = rig({ waitingPerLane: 2 });
    for (const key of ['running', 'a', 'b', 'late']) add(key);
    await endAll();
    expect(refused.map(({ name }) => name)).toEqual(['late']);
  });

  it('runs so many tasks of a key and of a lane at a time, and gives their places to others', async () => {
    const { add, begun, ends, settle } = rig({ parallel: 3, parallelPerKey: 1, parallelPerLane: { registration: 1 } });
    const end = async (n: number) => {
      ends[n]?.();
      await settle();
    };
    add('a', 'a1', 'registration');
    add('b', 'b1', 'registration');
    add('a', 'a2');
    await settle();
    expect(begun).toEqual(['a1']);
    add('c', 'c1');
    await settle();
    expect(begun).toEqual(['a1', 'c1']);
    // Its end makes room in its lane and for its key.
    await end(0);
    expect(begun.toSorted()).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('goes on after a task that failed', async () => {
    const queue = createFairQueue(['login'], LIMITS);
    const failing = queue.run('login', 'a', async () => {
      throw new Error('broken');
    });
    const next = queue.run('login', 'a', async () => 'fine');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('fine');
  });

  it('loses no task and never runs more than its number at a time, whatever comes', async () => {
    const arrivals = fc.array(
      fc.record({
        key: fc.nat(5),
        lane: fc.constantFrom('login' as const, 'registration' as const),
        ends: fc.boolean(),
      }),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(arrivals, async (story) => {
        const { add, begun, refused, endAll, settle, ends } = rig({ parallel: 2, waitingPerLane: 8, waitingPerKey: 5 });
        let ended = 0;
        for (const [n, { key, lane, ends: endsOne }] of story.entries()) {
          add(`key ${key}`, String(n), lane);
          await settle();
          if (endsOne) {
            const end = ends.shift();
            if (end !== undefined) ended += 1;
            end?.();
            await settle();
          }
          expect(begun.length - ended).toBeLessThanOrEqual(2);
        }
        await endAll();
        const settled = [...begun, ...refused.map(({ name }) => name)].map(Number).sort((a, b) => a - b);
        expect(settled).toEqual(story.map((_, n) => n));
      }),
      { seed: 20_261_122, numRuns: 100 },
    );
  });
});
