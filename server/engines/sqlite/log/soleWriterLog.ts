import { RecentMap } from '../../../kernel/recentMap.ts';
import type { EncodedAppend } from '../../../log/encodeAppend.ts';
import type { StoredEvent } from '../../../ports/eventStore.ts';
import { decodeRow, type EventRow } from './tables.ts';
import type { AppendOutcome } from './writer.ts';

/** Streams whose heads are kept at least; those unused for longest go first. */
const HEADS_STREAMS = 10_000;
/** Newest events that are kept, and the bytes of their data: a subscription that keeps up never reads the disk. */
const TAIL_MAX_EVENTS = 2_000;
const TAIL_MAX_BYTES = 4 * 1024 * 1024;

/**
 * Cache of a log's sole writer: heads and newest events that were acknowledged or read. An append under way is neither,
 * so it is not visible yet.
 */
export interface SoleWriterLog {
  /** Notes the outcomes of a group; called before they are answered. */
  committed(group: readonly EncodedAppend[], outcomes: readonly AppendOutcome[]): void;
  /** Drops the cache after a group without an answer: only the disk shows its outcome. */
  forget(): void;
  /** Upper bound of the revision of a stream's last event: a read from beyond it finds nothing; `null`: not known. */
  headOf(stream: string): number | null;
  /** Notes the begin of a stream read; returns a function to call with its events. */
  reading(stream: string, fromRevision: number): (found: readonly StoredEvent[]) => void;
  /** Notes events read from the log. */
  found(events: readonly StoredEvent[]): void;
  /** Up to `limit` events after a position; `null`: they are not all kept here. */
  after(position: number, limit: number): readonly StoredEvent[] | null;
}

/** @param head position of the last event */
export function createSoleWriterLog(head: number): SoleWriterLog {
  const heads = new RecentMap<string, number>(HEADS_STREAMS);
  const tail = createTail(head);
  /** Number of changes to heads: a read during one may be older than the cache. */
  let changes = 0;

  /** Raises the cached head of a stream to at least a revision. */
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
        // Of a stream without events too: most people have no ban, and each of their commands asks for it.
        if (changes === before) heads.set(stream, revision);
        else raise(stream, revision);
      };
    },
    found(events) {
      for (const { stream, revision } of events) raise(stream, revision);
    },
    after: tail.after,
  };
}

/** Caches nothing, for a log that other processes may write. */
export const nothingKnown: SoleWriterLog = {
  committed: () => undefined,
  forget: () => undefined,
  headOf: () => null,
  reading: () => () => undefined,
  found: () => undefined,
  after: () => null,
};

/** An event as written, and its decoded form after the first read. */
interface Kept {
  readonly row: EventRow;
  readonly bytes: number;
  event: StoredEvent | null;
}

/** The end of the log, without a gap. */
function createTail(head: number) {
  let kept: Kept[] = [];
  let bytes = 0;
  /** Position before the first kept event; above every position while none is kept. */
  let start = head;
  /** Position of the last event that is known to be committed. */
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
    /** @param position of its last event @returns whether it is new, not a repeated append */
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
