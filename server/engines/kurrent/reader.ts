import {
  type AllStreamRecordedEvent,
  BACKWARDS,
  END,
  FORWARDS,
  START as START_OF_ALL,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { START } from '#projections/engine/eventLog.ts';
import type { StoredEvent } from '../../ports/eventStore.ts';
import { ifPosition } from '../position.ts';
import type { KurrentClient } from './client.ts';
import type { KurrentErrors } from './errors.ts';
import { formatPosition, type LogPosition, parsePosition } from './position.ts';
import { decodeRecord, isOfLog } from './records.ts';

/** Records of one read of `$all`: at least, since some are not of the log, and at most. */
const PAGE_MIN_RECORDS = 64;
const PAGE_MAX_RECORDS = 1_000;
/** Records that a search for the newest event of the log reads at first, and by which factor then more. */
const HEAD_FIRST_RECORDS = 1;
const HEAD_GROWTH = 32;
/** The server's error for a position at which no record begins. */
const NO_BOUNDARY = 'ReadAllResult';

/** A record of `$all` with its place. */
export interface PlacedRecord {
  readonly record: AllStreamRecordedEvent;
  readonly position: string;
}

/** Reads; each throws `Unavailable` when the server does not answer. */
export interface KurrentReader {
  readStream(stream: string, fromRevision: number, limit?: number): Promise<StoredEvent[]>;
  /** See `EventStore.readAll`. @throws RangeError its commit position is no record's; the server takes any prepare position up to it */
  readAll(after: string, limit: number): Promise<StoredEvent[]>;
  /** The event at a position; `null` when no event of the log begins there. */
  eventAt(position: string): Promise<StoredEvent | null>;
  /** Position of the newest event of the log. */
  head(): Promise<string>;
  /** Up to `count` records of `$all` after a position, or before it (newest first), those of others too. */
  records(from: string, count: number, direction: 'forwards' | 'backwards'): Promise<PlacedRecord[]>;
}

/** @param silenceMs that the server may take from one record to the next */
export function createReader(client: KurrentClient, errors: KurrentErrors, silenceMs: number): KurrentReader {
  /** The end of `$all` as last read: after `after` come only records of others, up to `scanned`. */
  let tail = { after: START, scanned: START };
  /** The newest event of the log among the records up to `scanned`. */
  let known = { head: START, scanned: START };

  const collect = <E>(call: string, stream: StreamingRead<E>) => collectAll(call, stream, errors, silenceMs);

  async function readAllRecords(fromPosition: LogPosition | 'start' | 'end', count: number, isForwards: boolean) {
    const direction = isForwards ? FORWARDS : BACKWARDS;
    const read = client.readAll({ fromPosition, direction, maxCount: count, requiresLeader: true });
    const resolved = await collect('reading $all', read);
    return resolved.flatMap(({ event }) =>
      event === undefined ? [] : [{ record: event, position: formatPosition(event.position) }],
    );
  }

  /** The server begins forwards with the record at the position, which is not after it: one more is asked for. */
  async function records(from: string, count: number, direction: 'forwards' | 'backwards'): Promise<PlacedRecord[]> {
    const isForwards = direction === 'forwards';
    const read = await readAllRecords(parsePosition(from) ?? START_OF_ALL, count + 1, isForwards);
    return read.filter(({ position }) => (isForwards ? position > from : position < from)).slice(0, count);
  }

  async function readAll(after: string, limit: number): Promise<StoredEvent[]> {
    const found: StoredEvent[] = [];
    let from = tail.after === after ? tail.scanned : after;
    for (let size = PAGE_MIN_RECORDS; found.length < limit; size = PAGE_MAX_RECORDS) {
      const count = Math.min(Math.max(limit - found.length, size), PAGE_MAX_RECORDS);
      const page = await records(from, count, 'forwards');
      for (const { record } of page) if (isOfLog(record.streamId)) found.push(decodeRecord(record, errors));
      from = page.at(-1)?.position ?? from;
      if (page.length === count) continue;
      if (found.length === 0 && from > after) tail = { after, scanned: from };
      break;
    }
    return found.slice(0, limit);
  }

  async function eventAt(position: string): Promise<StoredEvent | null> {
    const from = ifPosition(() => parsePosition(position));
    if (from === null) return null;
    const [first] = await readAllRecords(from, 1, true).catch((error: unknown) => {
      if (isNoBoundary(error)) return [];
      throw error;
    });
    const isThere = first !== undefined && first.position === position && isOfLog(first.record.streamId);
    return isThere ? decodeRecord(first.record, errors) : null;
  }

  async function head(): Promise<string> {
    for (let count = HEAD_FIRST_RECORDS; ; count *= HEAD_GROWTH) {
      const newestFirst = await readAllRecords(END, count, false);
      const scanned = newestFirst[0]?.position ?? START;
      // The log ends before what was seen of it: it was restored from a backup, and what is known of its end is gone.
      if (scanned < known.scanned) known = { head: START, scanned: START };
      const found = headAmong(newestFirst, known) ?? (newestFirst.length < count ? START : null);
      if (found === null) continue;
      if (scanned > known.scanned) known = { head: found, scanned };
      return found;
    }
  }

  return {
    async readStream(stream, fromRevision, limit) {
      if (!isOfLog(stream)) return [];
      const maxCount = limit ?? Number.MAX_SAFE_INTEGER;
      const from = BigInt(fromRevision);
      const read = client.readStream(stream, { fromRevision: from, maxCount, requiresLeader: true });
      const resolved = await collect(`reading ${stream}`, read);
      return resolved.flatMap(({ event }) => (event === undefined ? [] : [decodeRecord(event, errors)]));
    },
    eventAt,
    readAll: (after, limit) => refusing(after, () => readAll(after, limit)),
    head,
    records: (from, count, direction) => refusing(from, () => records(from, count, direction)),
  };
}

/** The newest event of the log among these records, or among those that were looked at before. */
function headAmong(newestFirst: readonly PlacedRecord[], known: { head: string; scanned: string }): string | null {
  for (const { record, position } of newestFirst) {
    if (position <= known.scanned) return known.head;
    if (isOfLog(record.streamId)) return position;
  }
  return null;
}

/** Makes the server's answer to a position inside of a record what it is: the caller's mistake. */
async function refusing<T>(position: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isNoBoundary(error))
      throw new RangeError(`No event of this log is at the position ${position}.`, { cause: error });
    throw error;
  }
}

/** Whether a call failed because no record begins at its position. */
function isNoBoundary(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && isBoundaryError(error.cause);
}

/** Whether the server says that no record begins at a position. */
function isBoundaryError(error: Error): boolean {
  return error.message.includes(NO_BOUNDARY);
}

/** All of a read; empty for a stream that is not there. Ends the read when the server falls silent. */
async function collectAll<E>(
  call: string,
  stream: StreamingRead<E>,
  errors: KurrentErrors,
  silenceMs: number,
): Promise<E[]> {
  const found: E[] = [];
  const timer = setTimeout(() => void stream.destroy(errors.late(call, silenceMs)), silenceMs);
  try {
    for await (const each of stream as AsyncIterable<E>) {
      found.push(each);
      timer.refresh();
    }
    return found;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return [];
    // The call may be under way still; it cannot be cancelled if it was never made.
    void stream.cancel().catch(() => undefined);
    throw errors.ofCall(call, error);
  } finally {
    clearTimeout(timer);
  }
}
