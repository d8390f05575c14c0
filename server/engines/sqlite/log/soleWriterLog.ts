import { RecentMap } from '../../../kernel/recentMap.ts';
import type { EncodedAppend } from '../../../log/encodeAppend.ts';
import { NO_STREAM, type StoredEvent } from '../../../ports/eventStore.ts';
import { decodeRow, type EventRow } from './tables.ts';
import type { AppendOutcome } from './writer.ts';

/** Streams whose heads are remembered at least; the ones unused for longest go first. */
const HEADS_STREAMS = 10_000;
/** Newest events that are kept, and the bytes of their data: a subscription that keeps up never asks the disk. */
const TAIL_MAX_EVENTS = 2_000;
const TAIL_MAX_BYTES = 4 * 1024 * 1024;

/**
 * What the only writer of a log knows of it without asking the disk. It knows what was acknowledged and what was read;
 * an append that is under way is neither, so nobody has been told of it yet.
 */
export interface SoleWriterLog {
  /** What became of a group; called before anybody is told. */
  committed(group: readonly EncodedAppend[], outcomes: readonly AppendOutcome[]): void;
  /** A group ended without an answer: only the disk knows what became of it. */
  forget(): void;
  /** Revision of a stream's last event, or more; `null`: not known. Whoever reads from beyond it finds nothing. */
  headOf(stream: string): number | null;
  /** Begins a read of a stream from a revision on; the answer is called with what was found. */
  reading(stream: string, fromRevision: number): (found: readonly StoredEvent[]) => void;
  /** Events that were read from the whole log. */
  found(events: readonly StoredEvent[]): void;
  /** Up to `limit` events after a position; `null`: they are not all kept here. */
  after(position: number, limit: number): readonly StoredEvent[] | null;
}

/** @param head position of the last event */
export function createSoleWriterLog(head: number): SoleWriterLog {
  const heads = new RecentMap<string, number>(HEADS_STREAMS);
  const tail = createTail(head);
  /** Counts what changes heads: a read that was overtaken by it may be older than what is known. */
  let changes = 0;

  /** A stream that is known reaches at least to a revision. */
  function raise(stream: string, revision: number): void {
    const known = heads.get(stream);
    if (known !== undefined && known < revision) heads.set(stream, revision);
  }

  return {
    committed(group, outcomes) {
      changes += 1;
      group.forEach((append, index) => {
        const outcome = outcomes[index];
        if (outcome?.kind !== 'appended' || !tail.add(append, outcome.position)) return;
        heads.set(append.stream, append.expectedRevision + append.events.length);
      });
    },
    forget() {
      changes += 1;
      heads.clear();
      tail.clear();
    },
    headOf: (stream) => heads.get(stream) ?? null,
    reading(stream, fromRevision) {
      const before = changes;
      return (found) => {
        const revision = found.at(-1)?.revision ?? fromRevision - 1;
        if (changes === before && revision > NO_STREAM) heads.set(stream, revision);
        else raise(stream, revision);
      };
    },
    found(events) {
      for (const { stream, revision } of events) raise(stream, revision);
    },
    after: tail.after,
  };
}

/** Of a log that others may write nothing is known: the disk is asked each time. */
export const nothingKnown: SoleWriterLog = {
  committed: () => undefined,
  forget: () => undefined,
  headOf: () => null,
  reading: () => () => undefined,
  found: () => undefined,
  after: () => null,
};

/** An event as it was written, and as it is read once somebody wants it. */
interface Kept {
  readonly row: EventRow;
  readonly bytes: number;
  event: StoredEvent | null;
}

/** The end of the log, without a gap. */
function createTail(head: number) {
  let kept: Kept[] = [];
  let bytes = 0;
  /** Position before the first event that is kept; beyond every position while nothing is known. */
  let start = head;
  /** Position of the last event that was committed for certain. */
  let end = head;

  function clear(): void {
    kept = [];
    bytes = 0;
    start = Number.POSITIVE_INFINITY;
  }

  function push(row: EventRow): void {
    const size = row[6].length + row[7].length;
    kept.push({ row, bytes: size, event: null });
    bytes += size;
    while (kept.length > TAIL_MAX_EVENTS || bytes > TAIL_MAX_BYTES) {
      bytes -= kept.shift()?.bytes ?? 0;
      start += 1;
    }
  }

  return {
    clear,
    /** @param position of its last event @returns whether it is new; one that was repeated stands in the log already */
    add({ stream, expectedRevision, events }: EncodedAppend, position: number): boolean {
      const before = position - events.length;
      if (before < end) return false;
      if (before !== start + kept.length) {
        clear();
        start = before;
      }
      end = position;
      events.forEach(({ id, type, version, data, meta }, index) => {
        push([before + index + 1, id, stream, expectedRevision + index + 1, type, version, data, meta]);
      });
      return true;
    },
    after(position: number, limit: number): readonly StoredEvent[] | null {
      if (position < start) return null;
      return kept.slice(position - start, position - start + limit).map((entry) => {
        entry.event ??= decodeRow(entry.row);
        return entry.event;
      });
    },
  };
}
