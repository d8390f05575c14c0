import type { Append } from './appendCalls.ts';
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
  /** Answers this number of appends; what comes after is written, and not answered. */
  answerOnly(appends: number): void;
  /** Calls a function after each append that was written. */
  onWritten(listener: () => void): void;
  /** Ends all faults: the server is another process now. */
  reset(): void;
}

export function createFaults(log: TransactionLog): Faults {
  let held: (() => boolean)[] = [];
  let toHold = 0;
  let answers = Number.POSITIVE_INFINITY;
  let written: () => void = () => undefined;

  return {
    append(stream, expected, events, answer) {
      const write = (): boolean => {
        const before = log.records.length;
        const outcome = log.append(stream, expected, events);
        const hasLanded = log.records.length > before;
        if (hasLanded) written();
        if (answers > 0) answer(outcome);
        answers -= 1;
        return hasLanded;
      };
      if (held.length >= toHold) write();
      else held.push(write);
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
    },
  };
}
