import type { Append } from './appendCalls.ts';
import type { Answered } from './records.ts';
import { createReplication, type Unreplicated } from './replication.ts';
import type { TransactionLog } from './transactionLog.ts';

/** Appends that are held. */
export interface Held {
  /** Writes them. @returns how many landed */
  (): number;
  waiting(): number;
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
export function createFaults(log: TransactionLog, commitTimeoutMs?: number): Faults {
  const replication = createReplication(log, commitTimeoutMs);
  let held: (() => boolean)[] = [];
  let toHold = 0;
  let answers = Number.POSITIVE_INFINITY;
  let written: () => void = () => undefined;
  let notReady = 0;

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
      const write = (isAtOnce: boolean): boolean => {
        const hasLanded = replication.write({ stream, expected, events }, answer, isAtOnce);
        if (hasLanded) written();
        return hasLanded;
      };
      if (held.length >= toHold) write(false);
      // Those that were held have waited long enough.
      else held.push(() => write(true));
    },
    holdReplication: replication.hold,
    dropped: replication.dropped,
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
      notReady = 0;
      replication.reset();
    },
  };
}
