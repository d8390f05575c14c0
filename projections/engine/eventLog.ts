import type { RecordedEvent } from '#domain/kernel/event.ts';

export { START } from '../sync/position.ts';

/** Ends a subscription; resolves when the handler will not be called any more. */
export interface Subscription {
  close(): Promise<void>;
}

/** The log as readers see it: upcast and parsed; with personal data sealed for the engine, open for other readers. */
export interface EventLog {
  /** Position of the last event, `START` for an empty log. */
  head(): Promise<string>;
  /**
   * Events after one position up to another, as exact as the store can count; 0 when `to` is not later. Nothing else
   * counts positions: they are opaque, and only their byte order is known.
   */
  distance(from: string, to: string): Promise<number>;
  /** The recording of an event at a position (`recordingOf`); `null` when no event of this log is there. */
  recordingAt(position: string): Promise<string | null>;
  /** Up to `limit` events after `position`, in log order. */
  readAll(after: string, limit: number): Promise<readonly RecordedEvent[]>;
  /** Events of a stream from a revision on, in order; empty for an unknown stream. */
  readStream(stream: string, fromRevision?: number): Promise<readonly RecordedEvent[]>;
  /**
   * Catch-up subscription: hands over every event after `position` exactly once, in log order, in batches. The next
   * batch comes when the handler's promise resolves. A handler that rejects ends the subscription and `onError` gets
   * the error; subscribe again from the last handled position.
   */
  subscribe(
    after: string,
    handler: (events: readonly RecordedEvent[]) => Promise<void>,
    onError: (error: Error) => void,
  ): Subscription;
}

/**
 * Names one recording of an event. Two logs with the same recording at the same position hold the same events up to it.
 * The id alone proves less: after a restore from a backup a client gives its command again, and the event has the same
 * id, perhaps at the same position, after other events than before.
 */
export function recordingOf({ id, meta }: Pick<RecordedEvent, 'id' | 'meta'>): string {
  return `${id} ${meta.at}`;
}

/** The ISO instant of a recording's event. */
export function recordedAt(recording: string): string {
  return recording.slice(recording.indexOf(' ') + 1);
}

/**
 * An event whose type or version this release does not know. It stops the projector, because to skip it would lose it.
 */
export class UnknownEvent extends Error {
  readonly type: string;
  readonly version: number;
  readonly position: string;
  constructor(type: string, version: number, position: string) {
    super(
      `The log holds ${type} version ${version} at position ${position}, which this release does not know. ` +
        'A newer release wrote it: start that release, or a newer one.',
    );
    this.name = 'UnknownEvent';
    this.type = type;
    this.version = version;
    this.position = position;
  }
}

/** The outcome or the data cannot be known now; the same request may succeed later. */
export class Unavailable extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'Unavailable';
  }
}
