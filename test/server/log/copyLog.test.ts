import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { START } from '#projections/engine/eventLog.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { APPEND_TRIES, copyLog, OtherLog } from '#server/log/copyLog.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import { readWhole, sampleEvents, sampleStream } from '#test/contract/eventStoreSamples.ts';

const stores: MemoryEventStore[] = [];
const openStore = () => {
  const store = createMemoryEventStore();
  stores.push(store);
  return store;
};
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const pauses: number[] = [];
const pause = async (ms: number) => void pauses.push(ms);

/** A log of some streams whose appends alternate. */
async function fill(store: EventStore, sizes: readonly number[]): Promise<void> {
  const streams = [sampleStream(), sampleStream(), sampleStream()];
  const revisions = [-1, -1, -1];
  for (const [index, size] of sizes.entries()) {
    const place = index % streams.length;
    await store.append(streams[place] ?? '', revisions[place] ?? -1, sampleEvents(size, { text: `№ ${index}` }));
    revisions[place] = (revisions[place] ?? -1) + size;
  }
}

const withoutPosition = ({ position, ...event }: Awaited<ReturnType<typeof readWhole>>[number]) => event;
const contentOf = async (store: EventStore) => (await readWhole(store, START)).map(withoutPosition);

it('a copy has every event in order, with ids, revisions and metadata, and equal hashes', async () => {
  const [from, to] = [openStore(), openStore()];
  await fill(from, [1, 3, 2, 1, 1, 4]);
  const report = await copyLog({ from, to, pause });
  expect(await contentOf(to)).toEqual(await contentOf(from));
  expect(report).toMatchObject({ events: 12, copied: 12 });
  expect(report.sourceHash).toMatch(/^[0-9a-f]{64}$/);
  expect(report.targetHash).toBe(report.sourceHash);
});

it('the events of a command are appended together, so none of its part can stay alone', async () => {
  const [from, to] = [openStore(), openStore()];
  await fill(from, [3, 2]);
  const sizes: number[] = [];
  const counting: EventStore = {
    ...to,
    append: (stream, revision, events) => {
      sizes.push(events.length);
      return to.append(stream, revision, events);
    },
  };
  await copyLog({ from, to: counting, pause });
  expect(sizes).toEqual([3, 2]);
});

it('the events of two commands in one stream stay two appends: both together may be larger than the target takes', async () => {
  const [from, to] = [openStore(), openStore()];
  const stream = sampleStream();
  await from.append(stream, -1, sampleEvents(2));
  await from.append(stream, 1, sampleEvents(3));
  const sizes: number[] = [];
  const counting: Pick<EventStore, 'readAll' | 'append'> = {
    readAll: to.readAll,
    append: (...append) => {
      sizes.push(append[2].length);
      return to.append(...append);
    },
  };
  await copyLog({ from, to: counting, pause });
  expect(sizes).toEqual([2, 3]);
});

it('a copy that was killed anywhere goes on where the target ends; what was added meanwhile comes too', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 12 }),
      fc.nat(12),
      fc.constantFrom('lands', 'lands-late', 'never-lands'),
      async (sizes, appendsBeforeKill, fault) => {
        const [from, to] = [openStore(), openStore()];
        await fill(from, sizes);
        let appends = 0;
        const killed: Pick<EventStore, 'readAll' | 'append'> = {
          readAll: to.readAll,
          async append(...append) {
            if (appends === appendsBeforeKill) {
              to.faults.failNextAppend(fault);
              await to.append(...append).catch(() => undefined);
              throw new Error('killed');
            }
            appends += 1;
            return to.append(...append);
          },
        };
        const outcome = await copyLog({ from, to: killed, pause }).catch((error: Error) => error.message);
        if (sizes.length > appendsBeforeKill) expect(outcome).toBe('killed');
        to.faults.landLate();
        await fill(from, [2]);
        const { sourceHash, targetHash, events } = await copyLog({ from, to, pause });
        expect(targetHash).toBe(sourceHash);
        expect(events).toBe(sizes.reduce((sum, size) => sum + size, 2));
        expect(await contentOf(to)).toEqual(await contentOf(from));
      },
    ),
    { numRuns: 60, seed: 7 },
  );
});

it.each(['lands', 'never-lands'] as const)('an append that times out and %s is repeated', async (fault) => {
  const [from, to] = [openStore(), openStore()];
  await fill(from, [2, 1]);
  to.faults.failNextAppend(fault);
  const report = await copyLog({ from, to, pause });
  expect(report.targetHash).toBe(report.sourceHash);
  expect(await contentOf(to)).toEqual(await contentOf(from));
});

it('a target that does not answer is given up after some tries, with pauses that double', async () => {
  const [from, to] = [openStore(), openStore()];
  await fill(from, [1]);
  for (let tries = 0; tries < APPEND_TRIES; tries += 1) to.faults.failNextAppend('never-lands');
  pauses.length = 0;
  await expect(copyLog({ from, to, pause })).rejects.toMatchObject({ name: 'Unavailable' });
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]);
});

it('a target that has other events is refused, and nothing is added to it', async () => {
  const [from, to] = [openStore(), openStore()];
  await fill(from, [1, 1]);
  await fill(to, [1]);
  await expect(copyLog({ from, to, pause })).rejects.toBeInstanceOf(OtherLog);
  expect(await readWhole(to, START)).toHaveLength(1);
});

it('a target that another program writes meanwhile is refused at once, and gets nothing more', async () => {
  const [from, to] = [openStore(), openStore()];
  await fill(from, [1, 1, 1]);
  const [, second] = await readWhole(from, START);
  let appends = 0;
  const shared: Pick<EventStore, 'readAll' | 'append'> = {
    readAll: to.readAll,
    async append(stream, revision, events) {
      appends += 1;
      if (stream === second?.stream) await to.append(stream, revision, sampleEvents(1));
      return to.append(stream, revision, events);
    },
  };
  const error = await copyLog({ from, to: shared, pause }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OtherLog);
  expect(error).toMatchObject({ position: null });
  expect(appends).toBe(2);
  expect(await readWhole(to, START)).toHaveLength(2);
});

it('a target that has more than the source is refused', async () => {
  const [from, to] = [openStore(), openStore()];
  await fill(from, [1]);
  await copyLog({ from, to, pause });
  await fill(to, [1]);
  await expect(copyLog({ from, to, pause })).rejects.toThrow('it has more events');
});

it('an event that was changed on the way is found when the target is read back', async () => {
  const [from, to] = [openStore(), openStore()];
  await fill(from, [1, 1]);
  const changing: Pick<EventStore, 'readAll' | 'append'> = {
    readAll: to.readAll,
    append: (stream, revision, events) =>
      to.append(stream, revision, [...events.map((event) => ({ ...event, data: { text: 'something else' } }))]),
  };
  await expect(copyLog({ from, to: changing, pause })).rejects.toBeInstanceOf(OtherLog);
});

it('a target that has lost its end when it is read back is no copy yet', async () => {
  const [from, to] = [openStore(), openStore()];
  await fill(from, [1, 1, 2]);
  const forgetful: Pick<EventStore, 'readAll' | 'append'> = {
    readAll: async (after, limit) => (await to.readAll(after, limit)).slice(0, after === START ? 3 : 0),
    append: to.append,
  };
  const copy = copyLog({ from, to: forgetful, pause });
  await expect(copy).rejects.toMatchObject({ name: 'Unavailable', message: expect.stringContaining('3 of 4 events') });
  expect(await copyLog({ from, to, pause })).toMatchObject({ events: 4 });
});

/** The same store with other positions, as another engine has. */
function withOtherPositions(store: EventStore): Pick<EventStore, 'readAll' | 'append'> {
  return {
    append: store.append,
    async readAll(after, limit) {
      const events = await store.readAll(after.replace(/^9/, '0'), limit);
      return events.map((event) => ({ ...event, position: event.position.replace(/^0/, '9') }));
    },
  };
}

it('the counterpart of a checkpoint is the position of the same event in the target', async () => {
  const from = openStore();
  const to = withOtherPositions(openStore());
  await fill(from, [2, 1, 3]);
  const places = (await readWhole(from, START)).map(({ position }) => position);
  const [, , third = '', , , last = ''] = places;
  const { positions } = await copyLog({ from, to, positions: [START, third, last], pause });
  expect(Object.fromEntries(positions)).toEqual({
    [START]: START,
    [third]: third.replace(/^0/, '9'),
    [last]: last.replace(/^0/, '9'),
  });
});

it('progress counts every event of each phase', async () => {
  const [from, to] = [openStore(), openStore()];
  await fill(from, [1, 1]);
  await copyLog({ from, to, pause });
  await fill(from, [1]);
  const seen: string[] = [];
  await copyLog({ from, to, pause, onProgress: ({ phase, done }) => void seen.push(`${phase} ${done}`) });
  expect(seen).toEqual(['comparing 1', 'comparing 2', 'copying 3', 'verifying 1', 'verifying 2', 'verifying 3']);
});
