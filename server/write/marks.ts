import { setImmediate } from 'node:timers/promises';
import type { CommandContent, OutcomeChange, OutcomeVault, TryOfCommand } from '../ports/vault.ts';

/** Changes of one write at most; more go in the next one. */
export const CHANGES_MAX = 500;

/**
 * Marks of tries in the vault, and outcomes that are kept there (`OutcomeChange` says of each step what it does). What
 * commands ask for within one turn of the event loop is one write.
 *
 * Each throws what the vault throws: after `Unavailable`, the step may have been made.
 */
export interface Marks {
  /** @returns the earlier outcome, in which case no mark is made */
  begin(attempt: TryOfCommand, at: string): Promise<string | null>;
  /** @returns the outcome to answer; `null`: retry later */
  settle(attempt: TryOfCommand, outcome: string, at: string): Promise<string | null>;
  accept(attempt: TryOfCommand): Promise<void>;
  abandon(attempt: TryOfCommand): Promise<void>;
  end(of: CommandContent, tryIds: readonly string[]): Promise<void>;
  /** See `OutcomeVault`. */
  others: OutcomeVault['others'];
  /** Resolves when all that was asked for has its answer. */
  close(): Promise<void>;
}

/** A change that waits for its write. */
interface Asked {
  /** Of the command and its content. */
  readonly key: string;
  readonly change: OutcomeChange;
  readonly answer: PromiseWithResolvers<string | null>;
}

/**
 * Writes go side by side, but never two with changes of the same command: each sees the result of the one before.
 *
 * @param turn resolves when the present turn of the event loop is over
 */
export function createMarks(vault: OutcomeVault, turn: () => Promise<unknown> = () => setImmediate()): Marks {
  let waiting: Asked[] = [];
  let isTurnAwaited = false;
  /** Commands of which a write is under way. */
  const busy = new Set<string>();
  const unanswered = new Set<Promise<string | null>>();

  function ask(change: OutcomeChange): Promise<string | null> {
    const { commandId, commandHash } = change.kind === 'end' ? change.of : change.attempt;
    const answer = Promise.withResolvers<string | null>();
    waiting.push({ key: `${commandId} ${commandHash}`, change, answer });
    unanswered.add(answer.promise);
    awaitTurn();
    return answer.promise;
  }

  function awaitTurn(): void {
    if (isTurnAwaited || waiting.every(({ key }) => busy.has(key))) return;
    isTurnAwaited = true;
    void turn().then(() => {
      isTurnAwaited = false;
      return send(takeNext());
    });
  }

  /** Takes what can be written now. */
  function takeNext(): readonly Asked[] {
    const next: Asked[] = [];
    const later: Asked[] = [];
    for (const each of waiting) {
      const isNext = next.length < CHANGES_MAX && !busy.has(each.key);
      (isNext ? next : later).push(each);
    }
    waiting = later;
    for (const { key } of next) busy.add(key);
    return next;
  }

  async function change(asked: readonly Asked[]): Promise<readonly (string | null)[]> {
    const answers = await vault.change(asked.map((each) => each.change));
    // A begin without its answer would be taken for one without an earlier outcome.
    if (answers.length !== asked.length) throw new Error(`${answers.length} answers to ${asked.length} changes.`);
    return answers;
  }

  async function send(asked: readonly Asked[]): Promise<void> {
    // More than go in one write.
    awaitTurn();
    const [written] = await Promise.allSettled([change(asked)]);
    for (const [index, { key, answer }] of asked.entries()) {
      busy.delete(key);
      unanswered.delete(answer.promise);
      if (written.status === 'rejected') answer.reject(written.reason);
      else answer.resolve(written.value[index] ?? null);
    }
    awaitTurn();
  }

  return {
    begin: (attempt, at) => ask({ kind: 'begin', attempt, at }),
    settle: (attempt, outcome, at) => ask({ kind: 'settle', attempt, outcome, at }),
    accept: async (attempt) => void (await ask({ kind: 'accept', attempt })),
    abandon: async (attempt) => void (await ask({ kind: 'abandon', attempt })),
    end: async (of, tryIds) => void (await ask({ kind: 'end', of, tryIds })),
    others: (attempt) => vault.others(attempt),
    async close() {
      while (unanswered.size > 0) {
        await Promise.allSettled(unanswered);
        // A command may ask on once it has its answer.
        await turn();
      }
    },
  };
}
