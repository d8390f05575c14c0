import { expect, it } from '@jest/globals';
import {
  APPEND_MAX_BYTES,
  type EventStore,
  InvalidAppend,
  type NewEvent,
  NO_STREAM,
  TooLarge,
  WrongExpectedRevision,
} from '#server/ports/eventStore.ts';
import { type EventStoreCapabilities, readWhole, sampleEvents, sampleId, sampleStream } from './eventStoreSamples.ts';

const WRITERS = 64;
const APPENDS_PER_WRITER = 10;

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);
const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'was not refused',
    (error: unknown) => error,
  );

/** Order, exact revisions, all or nothing. */
export function appendOrderContract(store: () => EventStore, { isGapless }: EventStoreCapabilities): void {
  it('keeps an event as it was given, with its place', async () => {
    const stream = sampleStream();
    const events = sampleEvents(2, {
      text: 'Ünïcode 🎓 "quoted"\n',
      price: 1050,
      parent: null,
      list: [1, { a: true }],
    });
    const { position } = await store().append(stream, NO_STREAM, events);
    const stored = await store().readStream(stream);
    expect(stored).toEqual(
      events.map((event, revision) => ({ ...event, stream, revision, position: expect.stringMatching(/^\d{16}$/) })),
    );
    expect(stored.at(-1)?.position).toBe(position);
    expect(await store().head()).toBe(position);
  });

  it('[P3] appends at the exact revision only', async () => {
    const stream = sampleStream();
    await store().append(stream, NO_STREAM, sampleEvents(2));
    for (const expected of [NO_STREAM, 0, 2, 100]) {
      const error = await refusal(store().append(stream, expected, sampleEvents(1)));
      expect(error).toBeInstanceOf(WrongExpectedRevision);
      expect(error).toMatchObject({ stream, expected, actual: 1 });
    }
    const unknown = sampleStream();
    const error = await refusal(store().append(unknown, 0, sampleEvents(1)));
    expect(error).toMatchObject({ stream: unknown, expected: 0, actual: NO_STREAM });
    await store().append(stream, 1, sampleEvents(1));
    expect(await store().readStream(stream)).toHaveLength(3);
  });

  it('[P6] writes nothing of a batch that is refused', async () => {
    const stream = sampleStream();
    await store().append(stream, NO_STREAM, sampleEvents(1));
    const before = await store().head();
    await refusal(store().append(stream, NO_STREAM, sampleEvents(5)));
    expect(await store().head()).toBe(before);
    expect(await store().readStream(stream)).toHaveLength(1);
  });

  it(`[P3] keeps every stream and the log in order under ${WRITERS} parallel writers`, async () => {
    const start = await store().head();
    const write = async (): Promise<string[]> => {
      const stream = sampleStream();
      const positions: string[] = [];
      for (let revision = NO_STREAM; positions.length < APPENDS_PER_WRITER; revision += 2) {
        positions.push((await store().append(stream, revision, sampleEvents(2))).position);
      }
      expect(await store().readStream(stream)).toHaveLength(2 * APPENDS_PER_WRITER);
      return positions;
    };
    const acknowledged = (await Promise.all(Array.from({ length: WRITERS }, write))).flat();
    const events = await readWhole(store(), start);
    const positions = events.map(({ position }) => position);
    expect(events).toHaveLength(2 * WRITERS * APPENDS_PER_WRITER);
    expect(positions).toEqual([...new Set(positions)].sort());
    expect(acknowledged.filter((position) => !positions.includes(position))).toEqual([]);
    if (isGapless) expect(positions.map(Number)).toEqual(positions.map((_, index) => Number(start) + index + 1));
    const revisions = new Map<string, number>();
    for (const { stream, revision } of events) {
      expect(revision).toBe((revisions.get(stream) ?? NO_STREAM) + 1);
      revisions.set(stream, revision);
    }
  });

  it(`[P3] lets one of ${WRITERS} win that append at the same revision`, async () => {
    const stream = sampleStream();
    await store().append(stream, NO_STREAM, sampleEvents(1));
    const batches = Array.from({ length: WRITERS }, () => sampleEvents(2));
    const results = await Promise.allSettled(batches.map((events) => store().append(stream, 0, events)));
    const won = batches.filter((_, index) => results[index]?.status === 'fulfilled');
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(won).toHaveLength(1);
    expect(reasons.every((reason) => reason instanceof WrongExpectedRevision && reason.actual === 2)).toBe(true);
    expect(ids(await store().readStream(stream, 1))).toEqual(ids(won.flat()));
  });
}

/** Repeats: what was done once is not done again. */
export function appendRepeatContract(store: () => EventStore, { hasUniqueIds }: EventStoreCapabilities): void {
  it('[P2] answers the first outcome to a repeated append, also after later events', async () => {
    const stream = sampleStream();
    const events = sampleEvents(3);
    const first = await store().append(stream, NO_STREAM, events);
    await expect(store().append(stream, NO_STREAM, events)).resolves.toEqual(first);
    const later = await store().append(stream, 2, sampleEvents(1));
    await expect(store().append(stream, NO_STREAM, events)).resolves.toEqual(first);
    expect(await store().head()).toBe(later.position);
    expect(await store().readStream(stream)).toHaveLength(4);
  });

  it(`[P2] takes one append that is sent ${WRITERS} times at once as one`, async () => {
    const stream = sampleStream();
    const events = sampleEvents(2);
    const answers = await Promise.all(Array.from({ length: WRITERS }, () => store().append(stream, NO_STREAM, events)));
    expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
    expect(await store().readStream(stream)).toHaveLength(2);
  });

  it('[P2] refuses a batch that mixes events of before with new ones', async () => {
    const stream = sampleStream();
    const events = sampleEvents(2);
    await store().append(stream, NO_STREAM, events);
    const mixed = [...events, ...sampleEvents(1)];
    await expect(store().append(stream, NO_STREAM, mixed)).rejects.toThrow(WrongExpectedRevision);
    expect(await store().readStream(stream)).toHaveLength(2);
  });

  if (hasUniqueIds) {
    it('[P2] refuses an event id that is in use elsewhere, whole batch and all', async () => {
      const stream = sampleStream();
      const [used] = sampleEvents(1) as [NewEvent];
      await store().append(stream, NO_STREAM, [used]);
      const elsewhere = sampleStream();
      await expect(store().append(elsewhere, NO_STREAM, [...sampleEvents(1), used])).rejects.toThrow(InvalidAppend);
      await expect(store().append(stream, 0, [used])).rejects.toThrow(used.id);
      expect(await store().readStream(elsewhere)).toEqual([]);
      expect(await store().readStream(stream)).toHaveLength(1);
    });
  }
}

/** Sizes and nonsense. */
export function appendInputContract(store: () => EventStore): void {
  /** One event whose data and metadata are exactly so many bytes. */
  const eventOfBytes = (bytes: number): NewEvent => {
    const [event] = sampleEvents(1, { text: '' }) as [NewEvent];
    const size = Buffer.byteLength(JSON.stringify(event.data)) + Buffer.byteLength(JSON.stringify(event.meta));
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

  it('[P6] does not let a refused append hurt its neighbours', async () => {
    const good = Array.from({ length: 10 }, sampleStream);
    const taken = sampleStream();
    await store().append(taken, NO_STREAM, sampleEvents(1));
    const results = await Promise.allSettled(
      good.flatMap((stream) => [
        store().append(stream, NO_STREAM, sampleEvents(1)),
        store().append(taken, NO_STREAM, sampleEvents(2)),
        store().append(taken, NO_STREAM, []),
      ]),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(good.length);
    for (const stream of good) expect(await store().readStream(stream)).toHaveLength(1);
    expect(await store().readStream(taken)).toHaveLength(1);
  });
}
