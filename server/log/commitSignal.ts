/** Wakes waiting subscriptions of one process when the log has grown. */
export interface CommitSignal {
  /** Signals that all events up to a position are committed. */
  committed(position: string): void;
  /** Resolves when an event after the position is committed (at once if one is already), or when aborted. */
  waitFor(after: string, signal: AbortSignal): Promise<void>;
}

/** @param head the last position that is known to be committed */
export function createCommitSignal(head: string): CommitSignal {
  let last = head;
  let waiting = Promise.withResolvers<void>();

  return {
    committed(position) {
      if (position <= last) return;
      last = position;
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    },
    async waitFor(after, signal) {
      if (last > after || signal.aborted) return;
      const aborted = Promise.withResolvers<void>();
      const abort = () => aborted.resolve();
      signal.addEventListener('abort', abort, { once: true });
      await Promise.race([waiting.promise, aborted.promise]);
      signal.removeEventListener('abort', abort);
    },
  };
}
