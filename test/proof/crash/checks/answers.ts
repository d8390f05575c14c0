import type { SeenFromOutside } from '#test/model/answers.ts';
import { models } from '#test/model/nouns.ts';
import type { Expected } from '../expected.ts';
import type { Observed } from '../observed.ts';
import type { Verdict } from '../verdict.ts';

/** All that was observed, as the models of the nouns take it. */
export function seenBy(observed: Observed, accounts: Expected['accounts']): SeenFromOutside {
  return { ...observed, erased: (userId: string) => accounts.get(userId)?.erased };
}

/** The answers that people got are true of the present state, by the models of the nouns. */
export function checkAnswers(verdict: Verdict, { accounts, parts }: Expected, observed: Observed): void {
  const seen = seenBy(observed, accounts);
  for (const { answers } of models) {
    for (const problem of answers?.check(seen, parts) ?? []) verdict.expect(problem === null, () => problem ?? '');
  }
}
