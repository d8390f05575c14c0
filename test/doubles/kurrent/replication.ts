import type { Answered, Expected, Proposed } from './records.ts';
import type { TransactionLog } from './transactionLog.ts';

/** Milliseconds until an append is replicated and indexed: readers see it then, and it is acknowledged. */
const REPLICATION_MS = 1;
/** Milliseconds after which the server gives up on an append that is not replicated, or was dropped. */
const COMMIT_TIMEOUT_MS = 2_000;

/** Appends that are taken, and not replicated. */
export interface Unreplicated {
  /** Lets through all that was taken, and acknowledges what still waits. */
  (): void;
  /** Loses all that was taken, as after an election without this leader; its callers hear of the commit time-out. */
  lose(): void;
}

/** The way of an append from the leader's log to everybody's sight. */
export interface Replication {
  /** Takes an append. @param isAtOnce whether it is replicated without its time @returns whether the log has grown */
  write(
    append: { readonly stream: string; readonly expected: Expected; readonly events: readonly Proposed[] },
    answer: (outcome: Answered) => void,
    isAtOnce: boolean,
  ): boolean;
  hold(): Unreplicated;
  /** Repeats that were dropped so far. */
  dropped(): number;
  reset(): void;
}

/** @param commitTimeoutMs milliseconds after which an append that is not replicated is given up */
export function createReplication(log: TransactionLog, commitTimeoutMs = COMMIT_TIMEOUT_MS): Replication {
  let isHeld = false;
  let dropped = 0;
  const unreplicated = new Set<() => void>();
  const later = (ms: number, action: () => void) => void setTimeout(action, ms).unref();

  return {
    write({ stream, expected, events }, answer, isAtOnce) {
      const before = log.records.length;
      const outcome = log.accept(stream, expected, events);
      const end = log.records.length;
      if (outcome === 'dropped') {
        dropped += 1;
        later(commitTimeoutMs, () => answer({ kind: 'commit-timeout' }));
        return false;
      }
      const acknowledge = (): void => {
        log.replicate(end);
        answer(outcome);
      };
      if (end === before) answer(outcome);
      else if (isHeld) {
        unreplicated.add(acknowledge);
        later(commitTimeoutMs, () => {
          if (unreplicated.delete(acknowledge)) answer({ kind: 'commit-timeout' });
        });
      } else if (isAtOnce) acknowledge();
      else later(REPLICATION_MS, acknowledge);
      return end > before;
    },
    hold() {
      isHeld = true;
      const letThrough = (): void => {
        isHeld = false;
        log.replicate();
        for (const acknowledge of unreplicated) acknowledge();
        unreplicated.clear();
      };
      const lose = (): void => {
        isHeld = false;
        log.truncate();
      };
      return Object.assign(letThrough, { lose });
    },
    dropped: () => dropped,
    reset() {
      isHeld = false;
      unreplicated.clear();
    },
  };
}
