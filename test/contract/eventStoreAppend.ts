import { expect, it } from '@jest/globals';
import { POSITION_PATTERN } from '#projections/sync/position.ts';
import {
  type EventStore,
  InvalidAppend,
  type NewEvent,
  NO_STREAM,
  WrongExpectedRevision,
} from '#server/ports/eventStore.ts';
import { type EventStoreCapabilities, readWhole, refusal, sampleEvents, sampleStream } from './eventStoreSamples.ts';

const WRITERS = 64;
const APPENDS_PER_WRITER = 10;

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);
/** Order, exact revisions, all or nothing. */
export function appendOrderContract(store: () => EventStore): void {
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
      events.map((event, revision) => ({
        ...event,
        stream,
        revision,
        position: expect.stringMatching(POSITION_PATTERN),
      })),
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
}

/** Many at once. */
export function appendRaceContract(store: () => EventStore, { isGapless }: EventStoreCapabilities): void {
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
    expect(new Set(positions.map(({ length }) => length)).size).toBe(1);
    if (isGapless) expect(await store().distance(start, positions.at(-1) ?? start)).toBe(positions.length);
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

/** Repeats: an append that took effect has no second effect. */
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
