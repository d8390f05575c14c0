import type { StoredEvent } from '../ports/eventStore.ts';

/** Events that a subscription hands over at a time. */
const BATCH_EVENTS = 500;

/** What a catch-up subscription reads and waits on. */
export interface CatchUpSource {
  /** Up to `limit` events after a position, in log order. */
  readAll(after: string, limit: number): Promise<readonly StoredEvent[]>;
  /** Resolves when there may be events after a position (at once when there are), or when the signal is aborted. */
  waitForMore(after: string, signal: AbortSignal): Promise<void>;
}

/** A running subscription. */
export interface CatchUp {
  /** Resolves when it has ended, by `close` or by an error that `onError` was told. */
  readonly ended: Promise<void>;
  /** Resolves when the handler will not be called any more. Don't wait for it inside the handler. */
  close(): Promise<void>;
}

/**
 * Hands over every event after a position, in order, in batches; see `EventLog.subscribe`.
 *
 * There is no hand-over from history to live that could lose or double anything: it only ever reads what comes after
 * the last event that was handled, and waits when that is nothing. The handler's own pace is the back-pressure.
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
    // After close nobody is interested in a read that failed because its store was closed too.
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
