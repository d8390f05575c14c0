import { expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { POSITION_PATTERN } from '#projections/sync/position.ts';
import { type EventStore, NO_STREAM } from '#server/ports/eventStore.ts';
import { collector, type EventStoreCapabilities, readWhole, sampleEvents, sampleStream } from './eventStoreSamples.ts';
import type { UnderTest } from './temporaryStore.ts';

/** Work that closing finishes, and the data after opening again. */
export function closeContract(subject: () => UnderTest<EventStore>, { isDurable }: EventStoreCapabilities): void {
  it('[P1] finishes and acknowledges on close what was asked before', async () => {
    const { store } = subject();
    const appends = Array.from({ length: 100 }, () => store.append(sampleStream(), NO_STREAM, sampleEvents(1)));
    const read = store.head();
    const closed = store.close();
    const positions = (await Promise.all(appends)).map(({ position }) => position);
    expect(new Set(positions).size).toBe(100);
    await expect(read).resolves.toMatch(POSITION_PATTERN);
    await closed;
  });

  it('[P7] answers Unavailable to every call after close', async () => {
    const { store } = subject();
    const start = await store.head();
    await store.close();
    await store.close();
    await expect(store.append(sampleStream(), NO_STREAM, sampleEvents(1))).rejects.toThrow(Unavailable);
    await expect(store.readStream(sampleStream())).rejects.toThrow(Unavailable);
    await expect(store.readAll(start, 1)).rejects.toThrow(Unavailable);
    await expect(store.head()).rejects.toThrow(Unavailable);
    await expect(store.eras()).rejects.toThrow(Unavailable);
    const { promise: error, resolve } = Promise.withResolvers<Error>();
    store.subscribe(start, async () => undefined, resolve);
    expect(await error).toBeInstanceOf(Unavailable);
  });

  it('ends subscriptions on close, without an error', async () => {
    const { store } = subject();
    const seen = collector();
    store.subscribe(await store.head(), async (batch) => seen.take(batch), seen.fail);
    await store.append(sampleStream(), NO_STREAM, sampleEvents(3));
    await seen.until(3);
    await store.close();
    expect(seen.errors).toEqual([]);
  });

  if (!isDurable) return;

  it('[P1] has everything that was acknowledged after it is opened again', async () => {
    const { store, reopen } = subject();
    const start = await store.head();
    const streams = Array.from({ length: 20 }, sampleStream);
    await Promise.all(streams.map((stream) => store.append(stream, NO_STREAM, sampleEvents(3))));
    const before = await readWhole(store, start);
    const again = await reopen();
    expect(before).toHaveLength(60);
    expect(await readWhole(again, start)).toEqual(before);
    const { position } = await again.append(streams[0] as string, 2, sampleEvents(1));
    expect(position > (before.at(-1)?.position ?? '')).toBe(true);
  });

  it('[P5] begins an era whenever it is opened, after the last event, and remembers the ones before', async () => {
    const { store, reopen } = subject();
    const from = await store.head();
    const before = await store.eras();
    expect(before.at(-1)).toEqual({ id: expect.stringMatching(/^.{8,40}$/), from });
    const { position } = await store.append(sampleStream(), NO_STREAM, sampleEvents(3));
    expect(await store.eras()).toEqual(before);
    const again = await reopen();
    expect(await again.eras()).toEqual([...before, { id: expect.stringMatching(/^.{8,40}$/), from: position }]);
    expect(new Set((await again.eras()).map(({ id }) => id)).size).toBe(before.length + 1);
  });

  it('[P2] knows a repeated append after it is opened again', async () => {
    const { store, reopen } = subject();
    const stream = sampleStream();
    const events = sampleEvents(2);
    const first = await store.append(stream, NO_STREAM, events);
    const again = await reopen();
    await expect(again.append(stream, NO_STREAM, events)).resolves.toEqual(first);
    expect(await again.readStream(stream)).toHaveLength(2);
  });
}
