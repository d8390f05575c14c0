import { randomUUID } from 'node:crypto';
import type { EventMeta } from '#domain/kernel/event.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { OutcomeVault } from '../ports/vault.ts';
import type { Outcome } from './outcome.ts';

/** Milliseconds for which an append that nobody waits for any more may still land. */
export const LATE_APPEND_MS = 60_000;

/**
 * Keeps a refusal, or a "nothing to do", true once it was told (P7): the log knows nothing of it, and another copy of the
 * command may be decided at the same time, or have an append under way.
 */
export interface CommandOutcomes {
  /** Begins a try of a command, which its stream's lock makes the only one in this process. */
  open(meta: EventMeta): CommandTry;
}

/** One try of a command, over all its attempts. */
export interface CommandTry {
  /** Before each attempt. @returns what was told of the command before, when nothing was appended; then that is told again */
  begin(): Promise<Outcome | null>;
  /**
   * Whether another append of the command may land, so that a refusal has to be fenced in the log to stay true.
   * @throws Unavailable another copy is being decided now
   */
  mayLand(): Promise<boolean>;
  /** A fence stands after every append that `mayLand` was about: none of them can land. */
  fenced(): Promise<void>;
  /** An append of this try ended without an answer. */
  uncertain(): Promise<void>;
  /**
   * Before an outcome is told that appended nothing. @returns what is to be told: another copy's, if that was told first
   * @throws Unavailable another copy is being decided now
   */
  settle(outcome: Outcome): Promise<Outcome>;
  /** The try ended with an error: whoever comes next need not wait for it, unless an append of it was uncertain. */
  abandon(): Promise<void>;
}

const ANOTHER_COPY = 'Another copy of the command is being decided. Try again.';

/**
 * Outcomes that any number of processes agree on by the vault. Every attempt leaves a mark there before it reads the log,
 * so whoever is about to tell a "no" sees the copy that may still be accepted: while that is young the answer is
 * `Unavailable`, afterwards it is fenced in the log first. Which of two is first the vault decides, in one step.
 */
export function createSharedOutcomes(vault: OutcomeVault, clock: () => Date): CommandOutcomes {
  const now = () => clock().toISOString();
  return {
    open({ commandId, commandHash }) {
      const own = { tryId: randomUUID(), commandId, commandHash };
      let late: readonly string[] = [];
      let isUncertain = false;
      return {
        async begin() {
          const told = await vault.begin(own, now());
          return told === null ? null : (JSON.parse(told) as Outcome);
        },
        async mayLand() {
          const others = await vault.others(own);
          const young = new Date(clock().getTime() - LATE_APPEND_MS).toISOString();
          if (others.some(({ at }) => at > young)) throw new Unavailable(ANOTHER_COPY);
          late = others.map(({ tryId }) => tryId);
          return late.length > 0 || isUncertain;
        },
        fenced: () => vault.end(late),
        async uncertain() {
          isUncertain = true;
          await vault.abandon(own.tryId);
        },
        async settle(outcome) {
          const told = await vault.settle(own, JSON.stringify(outcome), now());
          if (told === null) throw new Unavailable(ANOTHER_COPY);
          return JSON.parse(told) as Outcome;
        },
        abandon: async () => (isUncertain ? undefined : vault.end([own.tryId])),
      };
    },
  };
}
