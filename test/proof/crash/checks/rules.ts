import type { RecordedEvent } from '#domain/kernel/event.ts';
import { happenedOf, unlawful } from '#test/model/lawful.ts';
import { naiveDifferences } from '#test/model/naive.ts';
import type { Observed } from '../observed.ts';
import type { Verdict } from '../verdict.ts';

/**
 * The rules of the nouns, by their models: the log has no violation, and every visible document matches a plain reading
 * of the log.
 */
export function checkRules(verdict: Verdict, { log, documents }: Observed): void {
  const events = log as readonly RecordedEvent[];
  for (const problem of unlawful(events.map(happenedOf), { across: false })) verdict.found(`By the rules, ${problem}.`);
  const differences = naiveDifferences(events, documents, { isWhole: false });
  verdict.expect(differences.length === 0, () => `By the log, ${differences[0]}.`);
  verdict.found(...differences.slice(1).map((difference) => `By the log, ${difference}.`));
}
