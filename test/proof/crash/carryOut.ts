import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { NO_ANSWER, RequestRefused } from '#web/sync/transport/http.ts';
import type { Answer, Intent } from './journal.ts';
import type { Scenario } from './scenario.ts';

/** Share of the tries without an answer after which a person gives up. */
export const GIVE_UP_SHARE = 0.15;
const RETRY_MS = 100;
/** Milliseconds of retries: longer than a claim can be held by a command that never landed. */
const PATIENCE_MS = 120_000;

/** The outcome of an operation, with the value of its answer. */
export interface Outcome<T> {
  readonly answer: Answer;
  readonly value: T | null;
}

type Acknowledged<T> = { readonly position: string | null; readonly value: T };

/**
 * Does something with the journal: the intent before, the answer after, and in between as many tries as it takes.
 * `act` has to use the same id in every try.
 */
export async function carryOut<T>(
  scenario: Scenario,
  intent: Intent,
  act: () => Promise<Acknowledged<T>>,
  { mayGiveUp = true }: { readonly mayGiveUp?: boolean } = {},
): Promise<Outcome<T>> {
  const id = randomUUID();
  scenario.journal.write({ kind: 'intent', id, intent });
  const outcome = await settle(scenario, intent, act, mayGiveUp);
  scenario.journal.write({ kind: 'answer', id, answer: outcome.answer });
  return outcome;
}

async function settle<T>(
  scenario: Scenario,
  intent: Intent,
  act: () => Promise<Acknowledged<T>>,
  mayGiveUp: boolean,
): Promise<Outcome<T>> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const { position, value } = await act();
      return { answer: { outcome: 'acknowledged', position }, value };
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      if (!error.refusal.retry) return { answer: { outcome: 'refused', code: error.refusal.code }, value: null };
      const isLost = error.status === NO_ANSWER;
      if (isLost && mayGiveUp && scenario.random() < GIVE_UP_SHARE)
        return { answer: { outcome: 'given up' }, value: null };
      if (Date.now() > until) throw new Error(`No end after ${PATIENCE_MS} ms: ${JSON.stringify(intent)}`);
    }
    await pause(RETRY_MS);
  }
}
