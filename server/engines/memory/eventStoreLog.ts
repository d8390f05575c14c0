import type { EncodedAppend, EncodedEvent } from '../../log/encodeAppend.ts';
import { InvalidAppend, type StoredEvent, WrongExpectedRevision } from '../../ports/eventStore.ts';
import type { PositionCodec } from '../position.ts';

interface Entry extends EncodedEvent {
  readonly stream: string;
  readonly revision: number;
}

/** The log of the store in memory, synchronous; positions count from 1. */
export function createMemoryLog({ format }: PositionCodec) {
  const entries: Entry[] = [];
  const places = new Map<string, number[]>();
  const positions = new Map<string, number>();

  const decode = (position: number): StoredEvent => {
    const { data, meta, ...entry } = entries[position - 1] as Entry;
    return {
      ...entry,
      position: format(position),
      data: JSON.parse(data) as unknown,
      meta: JSON.parse(meta) as StoredEvent['meta'],
    };
  };

  /** @returns the position of the last event @throws WrongExpectedRevision @throws InvalidAppend */
  function append({ stream, expectedRevision, events }: EncodedAppend): number {
    const place = places.get(stream) ?? [];
    const actual = place.length - 1;
    if (actual !== expectedRevision) {
      const there = events.map(({ id }, index) => ({ id, position: place[expectedRevision + 1 + index] }));
      const isRepeat = there.every(({ id, position }) => position !== undefined && positions.get(id) === position);
      if (isRepeat) return there.at(-1)?.position ?? 0;
      throw new WrongExpectedRevision(stream, expectedRevision, actual);
    }
    const used = events.find(({ id }) => positions.has(id));
    if (used !== undefined) throw new InvalidAppend(`The event id ${used.id} is in use.`);
    for (const event of events) {
      const position = entries.push({ ...event, stream, revision: place.length });
      place.push(position);
      positions.set(event.id, position);
    }
    places.set(stream, place);
    return entries.length;
  }

  return {
    append,
    head: () => entries.length,
    readStream: (stream: string, fromRevision: number) => (places.get(stream) ?? []).slice(fromRevision).map(decode),
    eventAt: (position: number) => (position > 0 && position <= entries.length ? decode(position) : null),
    readAll: (after: number, limit: number) =>
      entries.slice(after, after + limit).map((_, index) => decode(after + index + 1)),
  };
}
