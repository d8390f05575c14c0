import type { EventMeta } from '#domain/kernel/event.ts';
import type { LogEra } from '#projections/sync/protocol.ts';

/** An event as the store keeps it: personal fields sealed, data of any version. */
export interface StoredEvent {
  /** `eventId(commandId, index)`. */
  readonly id: string;
  readonly stream: string;
  /** 0-based, gapless. */
  readonly revision: number;
  /** Opaque (`POSITION_PATTERN`), of one width within a log; its byte order is log order. */
  readonly position: string;
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
  readonly meta: EventMeta;
}

/** An event to append. */
export type NewEvent = Pick<StoredEvent, 'id' | 'type' | 'version' | 'data' | 'meta'>;

/** Revision that a stream must have: its last revision, or `NO_STREAM`. */
export const NO_STREAM = -1;
/**
 * Bytes of one append: data and metadata of all its events as JSON in UTF-8, the version being a part of the metadata, and
 * their types at two bytes a character. KurrentDB has the same limit for the data alone, so it takes all that fits here.
 */
export const APPEND_MAX_BYTES = 1_048_576;

/**
 * Stores events: the source of truth. One contract suite (`test/contract/eventStore.ts`) runs on every adapter. An
 * acknowledged append is on disk (P1); a stream is gapless and ordered (P3).
 */
export interface EventStore {
  /** Whether an append may land after it has timed out (an engine over the network). */
  readonly appendsMayLandLate: boolean;
  /**
   * Eras of the log, oldest first, as they stand in the store: other processes' included (`projections/sync/eras.ts`).
   * Opening the log for writing begins one, which is on disk before any of its positions is answered; a read-only
   * opening begins none. Only a process that has begun an era itself can prove positions.
   */
  eras(): Promise<readonly LogEra[]>;
  /**
   * Appends events to one stream, all or none. Repeating an append with the same ids at the same revision returns the
   * first outcome.
   *
   * @throws WrongExpectedRevision the stream has another revision
   * Ids in use elsewhere, in another stream or at another revision, are the caller's mistake. An embedded store refuses
   * them; an engine over the network may know an id only at the place where the append expects it, and write the event
   * again. A command has its stream and its ids from its own id, so its events are only ever appended there: appending
   * at the stream's exact revision makes them take effect once on either (P2); it is read where that does not settle it.
   *
   * @throws InvalidAppend the caller's mistake: no events, an id that is no UUID or in use elsewhere, data that is no
   * JSON
   * @throws TooLarge more than APPEND_MAX_BYTES
   * @throws Unavailable (projections/engine/eventLog.ts) the outcome is unknown: retry with the same ids
   */
  append(stream: string, expectedRevision: number, events: readonly NewEvent[]): Promise<{ position: string }>;
  /** Events of a stream from a revision on (default 0), in order; empty for an unknown stream. */
  readStream(stream: string, fromRevision?: number): Promise<readonly StoredEvent[]>;
  /** Up to `limit` events after a position, in log order. */
  readAll(after: string, limit: number): Promise<readonly StoredEvent[]>;
  /** The event at a position; `null` when no event of this log is there, also where a position looks otherwise. */
  eventAt(position: string): Promise<StoredEvent | null>;
  /** Position of the last event, `START` when empty. */
  head(): Promise<string>;
  /**
   * Number of events after one position up to another, as exact as the store can count; 0 when `to` is not later.
   * Positions are opaque: their byte order is log order, and only the store can count between them.
   */
  distance(from: string, to: string): Promise<number>;
  /** @throws Unavailable events cannot be read or appended now; the message says why */
  check(): Promise<void>;
  /** Catch-up only; see EventLog.subscribe. */
  subscribe(
    after: string,
    handler: (events: readonly StoredEvent[]) => Promise<void>,
    onError: (error: Error) => void,
  ): { close(): Promise<void> };
  /** Finishes earlier calls; every later call throws `Unavailable`. Repeating it changes nothing. */
  close(): Promise<void>;
}

/** The stream is not at the revision that the append expected. */
export class WrongExpectedRevision extends Error {
  readonly stream: string;
  readonly expected: number;
  readonly actual: number;
  constructor(stream: string, expected: number, actual: number) {
    super(`Stream ${stream} is at revision ${actual}, the append expected ${expected}.`);
    this.name = 'WrongExpectedRevision';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The append is larger than APPEND_MAX_BYTES. */
export class TooLarge extends Error {
  constructor(bytes: number) {
    super(`The events are ${bytes} bytes, one append takes at most ${APPEND_MAX_BYTES}.`);
    this.name = 'TooLarge';
  }
}

/** The append is invalid; repeating it never helps. */
export class InvalidAppend extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidAppend';
  }
}
