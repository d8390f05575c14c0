import type { EventMeta } from '#domain/kernel/event.ts';
import type { Outcome } from '../write/outcome.ts';

/** Outcomes that one process remembers; the oldest goes first. */
export const EMPTY_OUTCOMES_MAX = 10_000;

/** Outcomes of commands that appended nothing, which the log does not record. */
export interface EmptyOutcomes {
  /** The earlier outcome of this command with this content, or `null`. */
  known(meta: EventMeta): Outcome | null;
  /** Notes an outcome without an append that is about to be answered. */
  note(meta: EventMeta, outcome: Outcome): void;
}

/**
 * A second copy of a command may come after its sender got "no" or "nothing to do". It gets the same answer, even if
 * the rules would now decide otherwise (P7). A copy comes over an open connection, and no connection outlives the
 * process, so memory is enough with a single process.
 */
export function createEmptyOutcomes(): EmptyOutcomes {
  const outcomes = new Map<string, { readonly hash: string; readonly outcome: Outcome }>();
  return {
    known({ commandId, commandHash }) {
      const known = outcomes.get(commandId);
      return known?.hash === commandHash ? known.outcome : null;
    },
    note({ commandId, commandHash }, outcome) {
      outcomes.set(commandId, { hash: commandHash, outcome });
      const oldest = outcomes.keys().next();
      if (outcomes.size > EMPTY_OUTCOMES_MAX && !oldest.done) outcomes.delete(oldest.value);
    },
  };
}
