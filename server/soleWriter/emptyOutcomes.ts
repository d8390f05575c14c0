import type { EventMeta } from '#domain/kernel/event.ts';
import type { Outcome } from '../write/outcome.ts';

/** Outcomes that one process remembers; the oldest goes first. */
const EMPTY_OUTCOMES_MAX = 10_000;

/** What was told of commands that appended nothing: the log knows nothing of them. */
export interface EmptyOutcomes {
  /** What was told of this command with this content, or `null`. */
  known(meta: EventMeta): Outcome | null;
  /** Notes an outcome that is about to be told. */
  note(meta: EventMeta, outcome: Outcome): void;
}

/**
 * A second copy of a command may come late, when its sender has been told "no" or "nothing to do" and has gone on:
 * it gets the same answer, whatever a rule would say by now (P7). A copy can't be later than the connection that
 * brings it, and no connection outlives the process: so memory is enough where there is one process.
 */
export function createEmptyOutcomes(): EmptyOutcomes {
  const outcomes = new Map<string, { readonly hash: string; readonly outcome: Outcome }>();
  return {
    known({ commandId, commandHash }) {
      const known = outcomes.get(commandId);
      return known?.hash === commandHash ? known.outcome : null;
    },
    note({ commandId, commandHash }, outcome) {
      if (outcome.ok && outcome.position !== null) return;
      outcomes.set(commandId, { hash: commandHash, outcome });
      const oldest = outcomes.keys().next();
      if (outcomes.size > EMPTY_OUTCOMES_MAX && !oldest.done) outcomes.delete(oldest.value);
    },
  };
}
