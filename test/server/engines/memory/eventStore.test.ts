import { beforeEach, describe, expect, it } from '@jest/globals';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { type NewEvent, NO_STREAM, WrongExpectedRevision } from '#server/ports/eventStore.ts';
import { collector, sampleEvents, sampleStream } from '#test/contract/eventStoreSamples.ts';

let store: MemoryEventStore;
let stream: string;
let events: NewEvent[];

const there = async () => (await store.readStream(stream)).map(({ id }) => id);
const ids = (batch: readonly NewEvent[]) => batch.map(({ id }) => id);

beforeEach(() => {
  store = createMemoryEventStore();
  stream = sampleStream();
  events = sampleEvents(2);
});

describe('an append that is said to have timed out', () => {
  it('[P2] [P7] may have landed: the retry answers the first outcome', async () => {
    store.faults.failNextAppend('lands');
    await expect(store.append(stream, NO_STREAM, events)).rejects.toThrow(Unavailable);
    expect(await there()).toEqual(ids(events));
    const { position } = await store.append(stream, NO_STREAM, events);
    expect(position).toBe(await store.head());
    expect(await there()).toEqual(ids(events));
  });

  it('[P7] may never land: the retry appends', async () => {
    store.faults.failNextAppend('never-lands');
    await expect(store.append(stream, NO_STREAM, events)).rejects.toThrow(Unavailable);
    expect(await there()).toEqual([]);
    expect(store.faults.landLate()).toBe(0);
    await store.append(stream, NO_STREAM, events);
    expect(await there()).toEqual(ids(events));
  });

  it('[P2] [P7] may land late, after a read that did not see it, and once only', async () => {
    store.faults.failNextAppend('lands-late');
    await expect(store.append(stream, NO_STREAM, events)).rejects.toThrow(Unavailable);
    expect(await there()).toEqual([]);
    expect(store.faults.landLate()).toBe(1);
    expect(store.faults.landLate()).toBe(0);
    expect(await there()).toEqual(ids(events));
    await store.append(stream, NO_STREAM, events);
    expect(await there()).toEqual(ids(events));
  });

  it('[P7] can not land late once its stream has moved on', async () => {
    store.faults.failNextAppend('lands-late');
    await expect(store.append(stream, NO_STREAM, events)).rejects.toThrow(Unavailable);
    const fence = sampleEvents(1);
    await store.append(stream, NO_STREAM, fence);
    expect(store.faults.landLate()).toBe(0);
    expect(await there()).toEqual(ids(fence));
    await expect(store.append(stream, NO_STREAM, events)).rejects.toThrow(WrongExpectedRevision);
  });

  it('[P2] is in the log once when the retry overtakes it', async () => {
    store.faults.failNextAppend('lands-late');
    await expect(store.append(stream, NO_STREAM, events)).rejects.toThrow(Unavailable);
    await store.append(stream, NO_STREAM, events);
    store.faults.landLate();
    expect(await there()).toEqual(ids(events));
  });

  it('fails in the order of the switches, then all is well', async () => {
    store.faults.failNextAppend('never-lands');
    store.faults.failNextAppend('lands');
    await expect(store.append(stream, NO_STREAM, events)).rejects.toThrow(Unavailable);
    await expect(store.append(stream, NO_STREAM, events)).rejects.toThrow(Unavailable);
    const { position } = await store.append(stream, 1, sampleEvents(1));
    expect(position).toBe('0000000000000003');
  });
});

describe('a slow reader', () => {
  it('waits until its reads are let through, while writers go on', async () => {
    const goOn = store.faults.holdReads();
    const seen = collector();
    const subscription = store.subscribe(START, async (batch) => seen.take(batch), seen.fail);
    const read = there();
    const { position } = await store.append(stream, NO_STREAM, events);
    expect(position).toBe('0000000000000002');
    expect(seen.events).toEqual([]);
    goOn();
    expect(await read).toEqual(ids(events));
    await seen.until(2);
    await subscription.close();
    expect(seen.events.map(({ id }) => id)).toEqual(ids(events));
  });
});
