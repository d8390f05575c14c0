import { expect, it } from '@jest/globals';
import {
  APPEND_MAX_BYTES,
  type EventStore,
  InvalidAppend,
  type NewEvent,
  NO_STREAM,
  TooLarge,
} from '#server/ports/eventStore.ts';
import { refusal, sampleEvents, sampleId, sampleStream } from './eventStoreSamples.ts';

/** Sizes. */
export function appendSizeContract(store: () => EventStore): void {
  /** One event of exactly that many bytes: data, metadata with the version in it, its type twice. */
  const eventOfBytes = (bytes: number): NewEvent => {
    const [event] = sampleEvents(1, { text: '' }) as [NewEvent];
    const texts = [event.data, { version: event.version, ...event.meta }].map((part) => JSON.stringify(part));
    const size = Buffer.byteLength(texts.join('')) + 2 * event.type.length;
    return { ...event, data: { ...(event.data as object), text: 'x'.repeat(bytes - size) } };
  };

  it('takes an append of exactly the largest size and refuses one byte more', async () => {
    const stream = sampleStream();
    const half = APPEND_MAX_BYTES / 2;
    const error = await refusal(store().append(stream, NO_STREAM, [eventOfBytes(half), eventOfBytes(half + 1)]));
    expect(error).toBeInstanceOf(TooLarge);
    expect((error as Error).message).toContain(String(APPEND_MAX_BYTES + 1));
    expect(await store().readStream(stream)).toEqual([]);
    const events = [eventOfBytes(half), eventOfBytes(half)];
    await store().append(stream, NO_STREAM, events);
    expect((await store().readStream(stream)).map(({ data }) => data)).toEqual(events.map(({ data }) => data));
  });

  it('counts bytes, not characters', async () => {
    const text = '🎓'.repeat(APPEND_MAX_BYTES / 4);
    await expect(store().append(sampleStream(), NO_STREAM, sampleEvents(1, { text }))).rejects.toThrow(TooLarge);
  });
}

/** Nonsense. */
export function appendInputContract(store: () => EventStore): void {
  it('refuses an append without events', async () => {
    await expect(store().append(sampleStream(), NO_STREAM, [])).rejects.toThrow(InvalidAppend);
  });

  const [sound] = sampleEvents(1) as [NewEvent];
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  it.each<[string, Partial<NewEvent>]>([
    ['an id that is no UUID', { id: 'event-1' }],
    ['an empty id', { id: '' }],
    ['an id in upper case', { id: sampleId().toUpperCase() }],
    ['no type', { type: '' }],
    ['version 0', { version: 0 }],
    ['a broken version', { version: 1.5 }],
    ['data that is text', { data: 'text' }],
    ['data that is null', { data: null }],
    ['data that is a list', { data: [] }],
    ['data with a big integer', { data: { price: 10n } }],
    ['data that contains itself', { data: circle }],
  ])('refuses an event with %s, and the whole batch', async (_, change) => {
    const stream = sampleStream();
    const batch = [...sampleEvents(1), { ...sound, id: sampleId(), ...change }];
    await expect(store().append(stream, NO_STREAM, batch)).rejects.toThrow(InvalidAppend);
    expect(await store().readStream(stream)).toEqual([]);
  });

  it('refuses one id twice in a batch', async () => {
    const [event] = sampleEvents(1) as [NewEvent];
    await expect(store().append(sampleStream(), NO_STREAM, [event, event])).rejects.toThrow(InvalidAppend);
  });

  it.each(['', '$all', 'Post', 'post 1', 'post-\u0000', 'x'.repeat(201)])(
    'refuses the stream name %j',
    async (stream) => {
      await expect(store().append(stream, NO_STREAM, sampleEvents(1))).rejects.toThrow(InvalidAppend);
    },
  );

  it.each([-2, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses the revision %p', async (revision) => {
    await expect(store().append(sampleStream(), revision, sampleEvents(1))).rejects.toThrow(InvalidAppend);
  });
}
