import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { createSlots } from '#server/concurrency/slots.ts';
import { type KurrentEventStoreOptions, openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import { type EventStore, type NewEvent, NO_STREAM, WrongExpectedRevision } from '#server/ports/eventStore.ts';
import { collector, readWhole, refusal, sampleEvents, sampleStream } from '../../../contract/eventStoreSamples.ts';
import { type KurrentDouble, startKurrentDouble } from '../../../doubles/kurrent/server.ts';

/** Milliseconds of the tests that wait for a deadline; a store opens within it on a busy machine. */
const SHORT_MS = 500;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

let double: KurrentDouble;
let opened: EventStore[] = [];
const open = async (options: Partial<KurrentEventStoreOptions> = {}): Promise<EventStore> => {
  const store = await openKurrentEventStore({ url: double.url, ...options });
  opened.push(store);
  return store;
};

beforeEach(async () => {
  double = await startKurrentDouble();
});
afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()));
  opened = [];
  await double.stop();
});

/** Appends until the server takes it, as the outbox of a client does. */
async function settle(store: EventStore, stream: string, events: readonly NewEvent[]): Promise<string> {
  for (;;) {
    try {
      return (await store.append(stream, NO_STREAM, events)).position;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await nextTurn();
    }
  }
}

const storedIds = () => double.log.records.filter(({ stream }) => /^[a-z]/.test(stream)).map(({ id }) => id);

describe('appends to KurrentDB', () => {
  it('[P7] does not know the outcome of an append that is not answered in time, and it may land later', async () => {
    const store = await open({ appendDeadlineMs: SHORT_MS });
    expect(store.appendsMayLandLate).toBe(true);
    const [stream, events] = [sampleStream(), sampleEvents(2)];
    const land = double.faults.holdAppends();
    const error = await refusal(store.append(stream, NO_STREAM, events));
    expect(error).toBeInstanceOf(Unavailable);
    expect((error as Error).message).toContain(`KurrentDB at 127.0.0.1:${double.port}`);
    expect(await store.readStream(stream)).toEqual([]);
    expect(land()).toBe(1);
    const [, last] = await store.readStream(stream);
    await expect(store.append(stream, NO_STREAM, events)).resolves.toEqual({ position: last?.position });
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  it('[P7] never lands an append late behind one that took its revision', async () => {
    const store = await open({ appendDeadlineMs: SHORT_MS });
    const [stream, events] = [sampleStream(), sampleEvents(1)];
    const land = double.faults.holdAppends();
    await expect(store.append(stream, NO_STREAM, events)).rejects.toThrow(Unavailable);
    const fence = sampleEvents(1);
    // Another path to the same server: it overtakes the append that hangs.
    double.log.append(stream, -1, [
      { ...(fence[0] as NewEvent), contentType: 'application/json', data: json({}), metadata: json({ version: 1 }) },
    ]);
    expect(land()).toBe(0);
    await expect(store.append(stream, NO_STREAM, events)).rejects.toThrow(WrongExpectedRevision);
    expect((await store.readStream(stream)).map(({ id }) => id)).toEqual([fence[0]?.id]);
  });

  it('[P1] [P2] [P7] loses nothing acknowledged and doubles nothing when the server dies in the middle of 50', async () => {
    const store = await open();
    const appends = Array.from({ length: 50 }, () => ({ stream: sampleStream(), events: sampleEvents(2) }));
    let written = 0;
    double.faults.answerOnly(20);
    double.faults.onWritten(() => {
      written += 1;
      if (written === 24) void double.kill();
    });
    // Five at a time, so that the answers have come before the server dies.
    const slots = createSlots(5);
    const first = await Promise.allSettled(
      appends.map(({ stream, events }) => slots.run(() => store.append(stream, NO_STREAM, events))),
    );
    const acknowledged = appends.filter((_, index) => first[index]?.status === 'fulfilled');
    for (const result of first) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Unavailable);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.length).toBeLessThanOrEqual(20);
    const stored = new Set(storedIds());
    expect(stored.size).toBe(2 * 24);
    for (const { events } of acknowledged) for (const { id } of events) expect(stored.has(id)).toBe(true);
    await double.kill();
    await double.restart();
    const again = await Promise.all(appends.map(({ stream, events }) => settle(store, stream, events)));
    first.forEach((result, index) => {
      if (result.status === 'fulfilled') expect(result.value.position).toBe(again[index]);
    });
    const ids = storedIds();
    expect(ids.toSorted()).toEqual(appends.flatMap(({ events }) => events.map(({ id }) => id)).sort());
    expect((await readWhole(store, START)).map(({ id }) => id)).toEqual(ids);
  });

  it('[P2] knows a repeat by what is in the stream, where the server does not', async () => {
    await double.stop();
    double = await startKurrentDouble({ detectsRepeats: false });
    const store = await open();
    const [stream, events] = [sampleStream(), sampleEvents(3)];
    const first = await store.append(stream, NO_STREAM, events);
    await expect(store.append(stream, NO_STREAM, events)).resolves.toEqual(first);
    await store.append(stream, 2, sampleEvents(1));
    await expect(store.append(stream, NO_STREAM, events)).resolves.toEqual(first);
    const mixed = [...events, ...sampleEvents(1)];
    await expect(store.append(stream, NO_STREAM, mixed)).rejects.toThrow(WrongExpectedRevision);
    await expect(store.append(stream, 0, events)).rejects.toThrow(WrongExpectedRevision);
    expect(await store.readStream(stream)).toHaveLength(4);
  });

  it('fails only its own appends when a server dies, however many wait', async () => {
    const store = await open();
    const other = await startKurrentDouble();
    const neighbour = await openKurrentEventStore({ url: other.url });
    const land = other.faults.holdAppends();
    const waiting = neighbour.append(sampleStream(), NO_STREAM, sampleEvents(1));
    const text = 'x'.repeat(20_000);
    const lost = Array.from({ length: 200 }, () => store.append(sampleStream(), NO_STREAM, sampleEvents(1, { text })));
    double.faults.onWritten(() => void double.kill());
    for (const result of await Promise.allSettled(lost)) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Unavailable);
    }
    while (land.waiting() === 0) await nextTurn();
    expect(land()).toBe(1);
    await expect(waiting).resolves.toMatchObject({ position: await neighbour.head() });
    await neighbour.close();
    await other.stop();
  });

  it('recovers by itself when the server comes back', async () => {
    const store = await open();
    await store.check();
    await double.kill();
    await expect(store.check()).rejects.toThrow(Unavailable);
    await expect(store.append(sampleStream(), NO_STREAM, sampleEvents(1))).rejects.toThrow(Unavailable);
    await expect(store.readAll(START, 1)).rejects.toThrow(Unavailable);
    await expect(store.eras()).rejects.toThrow(Unavailable);
    await double.restart();
    await settle(store, sampleStream(), sampleEvents(1));
    await store.check();
  });
});

describe('subscriptions to KurrentDB', () => {
  it('goes on after the last handled event when the server restarts, nothing lost, doubled or reordered', async () => {
    const dropped: Error[] = [];
    const store = await open({ onDropped: (error) => void dropped.push(error) });
    const seen = collector();
    const subscription = store.subscribe(START, async (batch) => seen.take(batch), seen.fail);
    for (let round = 0; round < 4; round += 1) {
      for (let n = 0; n < 5; n += 1) await settle(store, sampleStream(), sampleEvents(3));
      // Not everything has come when it dies.
      await seen.until(round * 15 + 4);
      await double.kill();
      await double.restart();
    }
    // Some by a page, the others live again.
    for (let n = 61; n <= 63; n += 1) {
      await settle(store, sampleStream(), sampleEvents(1));
      await seen.until(n);
    }
    await subscription.close();
    expect(seen.events).toEqual(await readWhole(store, START));
    expect(seen.errors).toEqual([]);
    expect(dropped.length).toBeGreaterThan(0);
    expect(dropped.every((error) => error instanceof Unavailable)).toBe(true);
  });

  it('waits for a server that is down for long, and does not ask it more than some times in a second', async () => {
    let drops = 0;
    const store = await open({
      onDropped() {
        drops += 1;
      },
    });
    await double.kill();
    const seen = collector();
    const subscription = store.subscribe(START, async (batch) => seen.take(batch), seen.fail);
    const start = performance.now();
    while (drops < 4) await nextTurn();
    // 50, 100 and 200 ms lie between.
    expect(performance.now() - start).toBeGreaterThan(340);
    await double.restart();
    await settle(store, sampleStream(), sampleEvents(2));
    await seen.until(2);
    await subscription.close();
    expect(seen.errors).toEqual([]);
  });

  it('closes at once while it waits for the server', async () => {
    const store = await open();
    const dropped = Promise.withResolvers<void>();
    const waiting = await open({ onDropped: () => dropped.resolve() });
    await double.kill();
    const seen = collector();
    const subscription = waiting.subscribe(START, async (batch) => seen.take(batch), seen.fail);
    await dropped.promise;
    await subscription.close();
    expect(seen.errors).toEqual([]);
    await store.close();
  });

  it.each(['dropped', 'falls-behind'] as const)(
    'lets nobody wait for a handler that is slow, whatever gathers (%s)',
    async (slowConsumer) => {
      await double.stop();
      double = await startKurrentDouble({ slowConsumer });
      const store = await open();
      const seen = collector();
      const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
      const called = Promise.withResolvers<void>();
      const handler = async (batch: Parameters<typeof seen.take>[0]): Promise<void> => {
        called.resolve();
        await slow;
        seen.take(batch);
      };
      const subscription = store.subscribe(START, handler, seen.fail);
      await store.append(sampleStream(), NO_STREAM, sampleEvents(1));
      await called.promise;
      // Far more than the connection and every buffer hold.
      const text = 'x'.repeat(5_000);
      for (let n = 0; n < 60; n += 1) await store.append(sampleStream(), NO_STREAM, sampleEvents(20, { text }));
      expect(await store.readAll(START, 10)).toHaveLength(10);
      expect(seen.events).toEqual([]);
      goOn();
      await seen.until(1_201);
      await subscription.close();
      expect(seen.events).toEqual(await readWhole(store, START));
      expect(seen.errors).toEqual([]);
    },
  );

  it('hands over nothing of the server and nothing of its own', async () => {
    const store = await open();
    const seen = collector();
    const subscription = store.subscribe(START, async (batch) => seen.take(batch), seen.fail);
    double.log.writeSystemEvents(100);
    const others = await open();
    await others.append(sampleStream(), NO_STREAM, sampleEvents(2));
    await seen.until(2);
    await subscription.close();
    expect(seen.events.map(({ type }) => type)).toEqual(['PostCreated', 'PostCreated']);
  });
});

describe('positions of KurrentDB', () => {
  it('finds head and end of the log behind any number of records of others', async () => {
    const store = await open();
    double.log.writeSystemEvents(150);
    expect([await store.head(), await store.readAll(START, 5)]).toEqual([START, []]);
    const { position } = await store.append(sampleStream(), NO_STREAM, sampleEvents(3));
    for (let round = 0; round < 3; round += 1) {
      double.log.writeSystemEvents(150);
      expect([await store.head(), await store.readAll(position, 5)]).toEqual([position, []]);
    }
    expect(await store.readAll(START, 2)).toHaveLength(2);
    const later = await store.append(sampleStream(), NO_STREAM, sampleEvents(1));
    expect(await store.head()).toBe(later.position);
    expect((await store.readAll(position, 5)).map((event) => event.position)).toEqual([later.position]);
  });

  it('does not take a position for its own at which no event is', async () => {
    const store = await open();
    const { position } = await store.append(sampleStream(), NO_STREAM, sampleEvents(2));
    for (const [commit, prepare] of [
      [-1n, -1n],
      [-1n, 0n],
      [0n, 1n],
    ] as const) {
      const beside = shifted(position, commit, prepare);
      await expect(store.readAll(beside, 1)).rejects.toThrow(RangeError);
      expect(await store.eventAt(beside)).toBeNull();
      const seen = Promise.withResolvers<Error>();
      store.subscribe(beside, async () => undefined, seen.resolve);
      expect(await seen.promise).toBeInstanceOf(RangeError);
    }
    // One from a lost end of the log: nothing is there.
    expect(
      await store.readAll(
        'f'
          .repeat(16)
          .repeat(2)
          .replace(/^f/, '0')
          .replace(/f(?=f{15}$)/, '0'),
        1,
      ),
    ).toEqual([]);
    expect(await store.head()).toBe(position);
  });

  it('begins with an event when it is asked from right before it, as `quad replay --from` does', async () => {
    const store = await open();
    const { position } = await store.append(sampleStream(), NO_STREAM, sampleEvents(2));
    await store.append(sampleStream(), NO_STREAM, sampleEvents(1));
    const before = shifted(position, 0n, -1n);
    expect((await store.readAll(before, 1)).map((event) => event.position)).toEqual([position]);
    expect(await store.eventAt(before)).toBeNull();
  });

  it('counts exactly over short distances and estimates long ones', async () => {
    const store = await open();
    for (let n = 0; n < 41; n += 1) await store.append(sampleStream(), NO_STREAM, sampleEvents(100));
    const to = await store.head();
    const [, , third] = await store.readAll(START, 3);
    const middle = (await store.readAll(third?.position ?? '', 1_000)).at(-1);
    expect(await store.distance(middle?.position ?? '', to)).toBe(4_100 - 1_003);
    const estimate = await store.distance(START, to);
    expect(Math.abs(estimate - 4_100)).toBeLessThan(410);
  });

  it('says whose an event is that it did not write', async () => {
    const store = await open();
    double.log.append('order-1', -1, [
      { id: 'x', type: 'Ordered', contentType: 'application/json', data: json({}), metadata: json({}) },
    ]);
    const error = await refusal(store.readAll(START, 10));
    expect((error as Error).message).toContain('an event that Quad did not write (stream order-1');
    const seen = Promise.withResolvers<Error>();
    store.subscribe(START, async () => undefined, seen.resolve);
    expect((await seen.promise).message).toContain('EVENTSTORE_URL');
  });
});

/** A position with each half moved. */
function shifted(position: string, commit: bigint, prepare: bigint): string {
  const half = (from: number, by: bigint) => (BigInt(`0x${position.slice(from, from + 16)}`) + by).toString(16);
  return [half(0, commit), half(16, prepare)].map((each) => each.padStart(16, '0')).join('');
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
