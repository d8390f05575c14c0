import type { StoredEvent } from '../ports/eventStore.ts';

/** Events that a subscription hands over at a time. */
const BATCH_EVENTS = 500;

/** Source of a catch-up subscription. */
export interface CatchUpSource {
  /** Up to `limit` events after a position, in log order. */
  readAll(after: string, limit: number): Promise<readonly StoredEvent[]>;
  /** Resolves when there may be events after a position (at once when there are), or when the signal is aborted. */
  waitForMore(after: string, signal: AbortSignal): Promise<void>;
}

/** A running subscription. */
export interface CatchUp {
  /** Resolves when it has ended, by `close` or by an error, which goes to `onError`. */
  readonly ended: Promise<void>;
  /** Resolves when the handler will not be called any more. Do not await it inside the handler. */
  close(): Promise<void>;
}

/**
 * Hands over every event after a position, in order, in batches; see `EventLog.subscribe`.
 *
 * No switch from history to live can lose or double an event: the loop reads the events after the last handled one, and
 * waits when there are none. It awaits the handler, which gives back-pressure.
 */
export function catchUp(
  source: CatchUpSource,
  after: string,
  handler: (events: readonly StoredEvent[]) => Promise<void>,
  onError: (error: Error) => void,
): CatchUp {
  const ending = new AbortController();
  let handling = false;

  async function run(): Promise<void> {
    let handled = after;
    while (!ending.signal.aborted) {
      const events = await source.readAll(handled, BATCH_EVENTS);
      // Closed while reading: the handler must not be called any more.
      if (ending.signal.aborted) return;
      const last = events.at(-1);
      if (last === undefined) {
        await source.waitForMore(handled, ending.signal);
      } else {
        handling = true;
        await handler(events);
        handling = false;
        handled = last.position;
      }
    }
  }

  const ended = run().catch((error: unknown) => {
    // After `close`, a read may fail because its store is closed too: not worth reporting.
    if (handling || !ending.signal.aborted) onError(error instanceof Error ? error : new Error(String(error)));
  });
  return {
    ended,
    close() {
      ending.abort();
      return ended;
    },
  };
}
