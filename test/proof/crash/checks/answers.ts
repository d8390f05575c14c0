import { models } from '#test/model/nouns.ts';
import type { Expected } from '../expected.ts';
import type { Observed } from '../observed.ts';
import type { Verdict } from '../verdict.ts';

/** The answers that people got are true of the present state, by the models of the nouns. */
export function checkAnswers(verdict: Verdict, { accounts, parts }: Expected, observed: Observed): void {
  const seen = { ...observed, erased: (userId: string) => accounts.get(userId)?.erased };
  for (const { answers } of models) {
    for (const problem of answers?.check(seen, parts) ?? []) verdict.expect(problem === null, () => problem ?? '');
  }
}
