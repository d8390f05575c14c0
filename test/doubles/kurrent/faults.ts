import type { Append } from './appendCalls.ts';
import type { Answered } from './records.ts';
import type { TransactionLog } from './transactionLog.ts';

/** Milliseconds until an append is replicated and indexed: readers see it then, and it is acknowledged. */
const REPLICATION_MS = 1;
/** Milliseconds after which the server gives up on an append that is not replicated, or was dropped. */
const COMMIT_TIMEOUT_MS = 2_000;

/** Appends that are held. */
export interface Held {
  /** Writes them. @returns how many landed */
  (): number;
  waiting(): number;
}

/** Appends that are taken, and not replicated. */
export interface Unreplicated {
  /** Lets through all that was taken, and acknowledges what still waits. */
  (): void;
  /** Loses all that was taken, as after an election without this leader; its callers hear of the commit time-out. */
  lose(): void;
}

/** Faults between an append and its answer. */
export interface Faults {
  /** The write path of the server. */
  readonly append: Append;
  /**
   * Holds the next appends (default: all), as a server that is stuck. The returned function writes those that were
   * held, in order, and answers callers that still wait: appends that land after their callers have given up.
   */
  holdAppends(appends?: number): Held;
  /**
   * Replicates nothing more, as a leader that has lost its followers: appends are taken, nobody sees them, and each ends
   * by the commit time-out.
   */
  holdReplication(): Unreplicated;
  /** Repeats that were dropped so far, since their first was not yet replicated. */
  dropped(): number;
  /** Answers this number of appends as a leader does in the moment after its election; writes none of them. */
  refuseAsNotReady(appends: number): void;
  /** Answers this number of appends; what comes after is written, and not answered. */
  answerOnly(appends: number): void;
  /** Calls a function after each append that was written. */
  onWritten(listener: () => void): void;
  /** Ends all faults: the server is another process now. */
  reset(): void;
}

/** @param commitTimeoutMs milliseconds after which an append that is not replicated is given up */
export function createFaults(log: TransactionLog, commitTimeoutMs = COMMIT_TIMEOUT_MS): Faults {
  let held: (() => boolean)[] = [];
  let toHold = 0;
  let answers = Number.POSITIVE_INFINITY;
  let written: () => void = () => undefined;
  let replicates = true;
  let notReady = 0;
  let dropped = 0;
  const unreplicated = new Set<() => void>();
  const later = (ms: number, action: () => void) => void setTimeout(action, ms).unref();

  return {
    append(stream, expected, events, answerCall) {
      if (notReady > 0) {
        notReady -= 1;
        return answerCall({ kind: 'not-ready' });
      }
      const answer = (outcome: Answered): void => {
        if (answers > 0) answerCall(outcome);
        answers -= 1;
      };
      const write = (isHeld: boolean): boolean => {
        const before = log.records.length;
        const outcome = log.accept(stream, expected, events);
        const end = log.records.length;
        const hasLanded = end > before;
        if (hasLanded) written();
        if (outcome === 'dropped') {
          dropped += 1;
          later(commitTimeoutMs, () => answer({ kind: 'commit-timeout' }));
        } else if (!hasLanded) answer(outcome);
        else if (!replicates) {
          const acknowledge = () => answer(outcome);
          unreplicated.add(acknowledge);
          later(commitTimeoutMs, () => {
            if (unreplicated.delete(acknowledge)) answer({ kind: 'commit-timeout' });
          });
        } else {
          const replicate = () => {
            log.replicate(end);
            answer(outcome);
          };
          // Those that were held have waited long enough.
          if (isHeld) replicate();
          else later(REPLICATION_MS, replicate);
        }
        return hasLanded;
      };
      if (held.length >= toHold) write(false);
      else held.push(() => write(true));
    },
    holdReplication() {
      replicates = false;
      const letThrough = (): void => {
        replicates = true;
        log.replicate();
        for (const acknowledge of unreplicated) acknowledge();
        unreplicated.clear();
      };
      const lose = (): void => {
        replicates = true;
        log.truncate();
      };
      return Object.assign(letThrough, { lose });
    },
    dropped: () => dropped,
    refuseAsNotReady(appends) {
      notReady = appends;
    },
    holdAppends(appends = Number.POSITIVE_INFINITY) {
      const holding: (() => boolean)[] = [];
      held = holding;
      toHold = appends;
      const land = (): number => {
        toHold = 0;
        return holding.splice(0).filter((write) => write()).length;
      };
      return Object.assign(land, { waiting: () => holding.length });
    },
    answerOnly(appends) {
      answers = appends;
    },
    onWritten(listener) {
      written = listener;
    },
    reset() {
      held = [];
      toHold = 0;
      answers = Number.POSITIVE_INFINITY;
      written = () => undefined;
      replicates = true;
      notReady = 0;
      unreplicated.clear();
    },
  };
}
