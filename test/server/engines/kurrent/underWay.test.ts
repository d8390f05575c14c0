import { afterEach, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { type KurrentEventStoreOptions, openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import { type EventStore, NO_STREAM } from '#server/ports/eventStore.ts';
import { sampleEvents, sampleStream } from '../../../contract/eventStoreSamples.ts';
import { type KurrentDouble, startKurrentDouble } from '../../../doubles/kurrent/server.ts';

/** Milliseconds after which the server gives up. */
const SHORT_MS = 150;
/** Milliseconds of an append that comes to no end; a store opens within them on a busy machine. */
const DEADLINE_MS = 750;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

let double: KurrentDouble;
let opened: EventStore[] = [];
const open = async (options: Partial<KurrentEventStoreOptions> = {}): Promise<EventStore> => {
  const store = await openKurrentEventStore({ url: double.url, ...options });
  opened.push(store);
  return store;
};

afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()));
  opened = [];
  await double.stop();
});

/** Resolves when the server has taken an append to a stream; whether it is replicated or not. */
async function taken(stream: string): Promise<void> {
  while (!double.log.records.some((record) => record.stream === stream)) await nextTurn();
}

describe('an append to KurrentDB that is under way', () => {
  it('[P2] answers the first outcome to a repeat that another process sends while the first is under way', async () => {
    double = await startKurrentDouble({ commitTimeoutMs: SHORT_MS });
    const [store, other] = [await open(), await open()];
    const [stream, events] = [sampleStream(), sampleEvents(2)];
    const letThrough = double.faults.holdReplication();
    const first = store.append(stream, NO_STREAM, events);
    await taken(stream);
    const repeat = other.append(stream, NO_STREAM, events);
    while (double.faults.dropped() === 0) await nextTurn();
    letThrough();
    const outcome = await first;
    await expect(repeat).resolves.toEqual(outcome);
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  it('[P2] lets a repeat of its own wait for the first instead of sending it', async () => {
    // A repeat that went out would be dropped, and hear of it much later than an append may take.
    double = await startKurrentDouble({ commitTimeoutMs: 60_000 });
    const store = await open();
    const [stream, events] = [sampleStream(), sampleEvents(2)];
    const letThrough = double.faults.holdReplication();
    const appends = Array.from({ length: 8 }, () => store.append(stream, NO_STREAM, events));
    await taken(stream);
    letThrough();
    const positions = (await Promise.all(appends)).map(({ position }) => position);
    expect(new Set(positions)).toEqual(new Set([await store.head()]));
    expect(await store.append(stream, NO_STREAM, events)).toEqual({ position: positions[0] });
  });

  it('[P2] sends an append again that the server has lost, within its deadline', async () => {
    double = await startKurrentDouble({ commitTimeoutMs: SHORT_MS });
    const store = await open();
    const [stream, events] = [sampleStream(), sampleEvents(2)];
    const unreplicated = double.faults.holdReplication();
    const append = store.append(stream, NO_STREAM, events);
    await taken(stream);
    unreplicated.lose();
    const { position } = await append;
    expect((await store.readStream(stream)).at(-1)?.position).toBe(position);
    const stored = double.log.records.filter((record) => record.stream === stream);
    expect(stored.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });

  it('[P7] does not know the outcome of an append that is not replicated before its deadline', async () => {
    double = await startKurrentDouble({ commitTimeoutMs: SHORT_MS });
    const store = await open({ appendDeadlineMs: DEADLINE_MS });
    const letThrough = double.faults.holdReplication();
    const [stream, events] = [sampleStream(), sampleEvents(1)];
    await expect(store.append(stream, NO_STREAM, events)).rejects.toThrow(Unavailable);
    letThrough();
    await expect(store.append(stream, NO_STREAM, events)).resolves.toEqual({ position: await store.head() });
  });

  it('sends an append again to a leader that is not ready in the moment after its election', async () => {
    double = await startKurrentDouble();
    const store = await open();
    double.faults.refuseAsNotReady(2);
    const { position } = await store.append(sampleStream(), NO_STREAM, sampleEvents(1));
    expect(await store.head()).toBe(position);
  });
});
