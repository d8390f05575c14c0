import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createReadIndex } from '#server/log/readIndex.ts';
import { type EventStore, NO_STREAM, type StoredEvent } from '#server/ports/eventStore.ts';

const SEED = 20_261_130;
const STREAMS = ['post-a', 'post-b', 'post-c'] as const;
/** Steps of others before an answer arrives. */
const ANSWER_TURNS = 6;
/** Most steps of others between two acts. */
const REST_MAX = 12;
const META = { commandId: '', commandHash: '', actor: '', campus: 'ou', at: '', causedBy: null };

/** A log that another process writes, with the number of calls that reach the store. */
function rig(
  around: (store: EventStore) => EventStore = (store) => store,
  options: { readonly waitMs?: number; readonly capacity?: number } = {},
) {
  const log = createMemoryEventStore();
  const calls = { head: 0, readStream: 0 };
  const counted: EventStore = {
    ...log,
    head: () => {
      calls.head += 1;
      return log.head();
    },
    async readStream(stream, from) {
      calls.readStream += 1;
      // The list of the log in memory grows with its stream.
      return [...(await log.readStream(stream, from))];
    },
  };
  const lost: Error[] = [];
  const index = createReadIndex(around(counted), { onLost: (error) => lost.push(error), ...options });
  const lengths = new Map<string, number>();
  const lengthOf = (stream: string) => lengths.get(stream) ?? 0;
  /** Appends one event and resolves when that is acknowledged. */
  async function write(stream: string, store: EventStore = log): Promise<string> {
    const revision = lengthOf(stream) + NO_STREAM;
    lengths.set(stream, lengthOf(stream) + 1);
    const event = { id: randomUUID(), type: 'PostCreated', version: 1, data: {}, meta: META };
    return (await store.append(stream, revision, [event])).position;
  }
  return { log, index, calls, lost, write, lengthOf };
}

const revisionsOf = (events: readonly StoredEvent[]) => events.map(({ revision }) => revision);
const upTo = (length: number, from = 0) => Array.from({ length: length - from }, (_, n) => from + n);

describe('read index', () => {
  it('asks the store once for the head for all who wait, and reads no stream that it knows', async () => {
    const { index, calls, write } = rig();
    await write('post-a');
    await index.follow();
    await Promise.all(STREAMS.map((stream) => index.readStream(stream)));
    await write('post-a');
    await write('post-b');
    const before = { ...calls };
    const found = await Promise.all([
      index.readStream('post-a', 1),
      index.readStream('post-b'),
      index.readStream('post-c'),
    ]);
    expect(found.map(revisionsOf)).toEqual([[1], [0], []]);
    expect(calls).toEqual({ head: before.head + 1, readStream: before.readStream });
  });

  it('reads from the store before it follows, after it has closed, and when following has ended', async () => {
    const ends: ((error: Error) => void)[] = [];
    const { index, calls, lost, write } = rig((store) => ({
      ...store,
      subscribe(after, handler, onError) {
        ends.push(onError);
        return store.subscribe(after, handler, onError);
      },
    }));
    const reads = async (expected: number) => {
      const before = calls.readStream;
      expect(revisionsOf(await index.readStream('post-a'))).toEqual([0]);
      return calls.readStream - before === expected;
    };
    await write('post-a');
    expect([await reads(1), await reads(1)]).toEqual([true, true]);
    await index.follow();
    await index.readStream('post-a', 1);
    expect(await index.assume('post-b')).not.toBeNull();
    ends[0]?.(new Error('It is over.'));
    expect(lost.map(({ message }) => message)).toEqual(['It is over.']);
    expect([await reads(1), await reads(1)]).toEqual([true, true]);
    expect(await index.assume('post-b')).toBeNull();
    await index.close();
    await expect(index.readStream('post-a')).rejects.toBeInstanceOf(Unavailable);
  });

  it('reads from the store while the follower is behind, without waiting each time, and then no more', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { index, calls, write } = rig(
      (store) => ({
        ...store,
        subscribe: (after, handler, onError) =>
          store.subscribe(after, (events) => released.then(() => handler(events)), onError),
      }),
      { waitMs: 5 },
    );
    await index.follow();
    await index.readStream('post-a');
    await write('post-a');
    expect(revisionsOf(await index.readStream('post-a'))).toEqual([0]);
    const before = { ...calls };
    expect(revisionsOf(await index.readStream('post-a'))).toEqual([0]);
    expect(await index.assume('post-b')).toBeNull();
    expect(calls).toEqual({ head: before.head, readStream: before.readStream + 1 });
    release();
    await pause(5);
    expect(revisionsOf(await index.readStream('post-a'))).toEqual([0]);
    expect(calls).toEqual({ head: before.head + 1, readStream: before.readStream + 1 });
  });

  it('misses no event that is written, and followed, while the answer of the store is on its way', async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { index, calls, write } = rig((store) => ({
      ...store,
      async readStream(stream, from) {
        const found = await store.readStream(stream, from);
        if (stream === 'post-a') {
          take();
          await released;
        }
        return found;
      },
    }));
    await write('post-a');
    await index.follow();
    await index.readStream('post-b');
    const slow = index.readStream('post-a');
    await taken;
    await write('post-a');
    // Answered once the follower has come to the end of the log.
    await index.readStream('post-b');
    release();
    expect(revisionsOf(await slow)).toEqual([0]);
    const before = calls.readStream;
    expect(revisionsOf(await index.readStream('post-a', 1))).toEqual([1]);
    expect(calls.readStream).toBe(before);
  });

  it('knows nothing any more when the log was restored from a backup', async () => {
    let head: string | null = null;
    const { index, calls, log, write } = rig((store) => ({ ...store, head: async () => head ?? store.head() }));
    await index.follow();
    await index.readStream('post-a');
    await write('post-b');
    await index.readStream('post-a');
    head = '0'.repeat((await log.head()).length);
    const before = calls.readStream;
    await index.readStream('post-a');
    head = null;
    expect(calls.readStream).toBe(before + 1);
    expect(revisionsOf(await index.readStream('post-b'))).toEqual([0]);
  });

  it('keeps the others beside a stream that grows without end', async () => {
    const { index, calls, write } = rig(undefined, { capacity: 40_000 });
    await index.follow();
    await index.readStream('post-a');
    await index.readStream('post-b');
    // All its events weigh four times as much as the whole index may hold; the newest of them are kept.
    for (let n = 0; n < 500; n += 1) await write('post-b');
    const before = calls.readStream;
    expect(revisionsOf(await index.readStream('post-b', 499))).toEqual([499]);
    expect(revisionsOf(await index.readStream('post-a'))).toEqual([]);
    expect(calls.readStream).toBe(before);
  });

  it('follows once, however often it is called, and not once it is closed', async () => {
    let followed = 0;
    const counting = (store: EventStore): EventStore => ({
      ...store,
      subscribe: (...words) => {
        followed += 1;
        return store.subscribe(...words);
      },
    });
    const twice = rig(counting).index;
    await Promise.all([twice.follow(), twice.follow()]);
    await twice.follow();
    expect(followed).toBe(1);
    const closed = rig(counting).index;
    await Promise.all([closed.follow(), closed.close()]);
    expect(followed).toBe(1);
  });

  it('assumes nothing of a stream that was read or that it knows', async () => {
    const { index, write } = rig();
    await write('post-a');
    await index.follow();
    await index.readStream('post-a');
    await index.readStream('post-b');
    expect(await index.assume('post-a')).toBeNull();
    expect(await index.assume('post-b')).toBeNull();
    const position = await write('post-a');
    expect(await index.assume('post-c')).toBe(position);
  });

  it('[P2] [P7] at any interleaving, each read shows all that was acknowledged before it, in order, without a gap', async () => {
    const step = fc.record({
      does: fc.constantFrom('write', 'read', 'read', 'read', 'assume', 'lose'),
      stream: fc.constantFrom(...STREAMS),
      rest: fc.nat(REST_MAX),
    });
    const steps = fc.array(step, { maxLength: 60 });
    // Some keep hardly a stream, so that most are read and dropped again and again.
    const capacities = fc.constantFrom(1, 100_000);
    let known = 0;
    let assumed = 0;
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), steps, capacities, async (scheduler, steps, capacity) => {
        const ends: ((error: Error) => void)[] = [];
        const { index, log, write, lengthOf, calls } = rig((store) => late(store, scheduler, ends), {
          waitMs: 20,
          capacity,
        });
        await scheduler.waitFor(index.follow());
        const acknowledged = new Map<string, { count: number; position: string }>();
        const cached = new Map<string, number>();
        let reads = 0;
        const act = async ({ does, stream }: { does: string; stream: string }) => {
          const before = acknowledged.get(stream)?.count ?? 0;
          if (does === 'write') {
            const position = await write(stream);
            acknowledged.set(stream, { count: lengthOf(stream), position });
          } else if (does === 'read') {
            reads += 1;
            const from = cached.get(stream) ?? 0;
            const found = revisionsOf(await index.readStream(stream, from));
            expect(found).toEqual(upTo(from + found.length, from));
            expect(from + found.length).toBeGreaterThanOrEqual(before);
            expect(from + found.length).toBeLessThanOrEqual(lengthOf(stream));
            cached.set(stream, Math.max(cached.get(stream) ?? 0, from + found.length));
          } else if (does === 'assume') {
            const after = await index.assume(stream);
            if (after !== null) assumed += 1;
            // All that was there before the call is not later than the position.
            const earlier = (await log.readStream(stream)).slice(0, before);
            for (const { position } of after === null ? [] : earlier) expect(position <= String(after)).toBe(true);
          } else if (ends.length > 0 && reads % 5 === 4) ends.splice(0).forEach((end) => void end(new Error('lost')));
        };
        const acts: Promise<void>[] = [];
        const all = (async () => {
          for (const each of steps) {
            acts.push(act(each));
            for (let turn = 0; turn < each.rest; turn += 1) await scheduler.schedule(Promise.resolve());
          }
          await Promise.all(acts);
        })();
        await scheduler.waitFor(all);
        known += reads - calls.readStream;
        const closing = index.close();
        await scheduler.waitFor(closing);
      }),
      { seed: SEED, numRuns: 400 },
    );
    // The reads that never reached the store, or the property says nothing.
    expect(known).toBeGreaterThan(100);
    expect(assumed).toBeGreaterThan(100);
  });
});

/** A store whose answers, and what it hands over, come in any order. */
function late(store: EventStore, scheduler: fc.Scheduler, ends: ((error: Error) => void)[]): EventStore {
  const later = async <T>(call: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve());
    const answer = await call();
    for (let turn = 0; turn < ANSWER_TURNS; turn += 1) await scheduler.schedule(Promise.resolve());
    return answer;
  };
  return {
    ...store,
    head: () => later(() => store.head()),
    readStream: (stream, from) => later(() => store.readStream(stream, from)),
    subscribe(after, handler, onError) {
      ends.push(onError);
      const scheduled = async (events: readonly StoredEvent[]) => {
        for (const event of events) {
          await scheduler.schedule(Promise.resolve());
          await handler([event]);
        }
      };
      return store.subscribe(after, scheduled, onError);
    },
  };
}
