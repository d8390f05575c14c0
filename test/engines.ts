/**
 * `npm run test:engines`: runs the suites of the adapters (files `*.engine.ts`) against real servers or doubles of
 * them, started here. Prints a line for each adapter (verified against what, or why skipped) and, alone on the last
 * line, `N passed, N failed` (`, N skipped`). `EVENTSTORE_URL`, `MONGO_URL` and `TYPESENSE_URL` name real servers.
 * They may be run again on the same servers: each run has names of its own, and ends whatever fails.
 * Arguments are Jest's: `npm run test:engines -- mongo`. Exit codes: 0 nothing failed, 1 something failed.
 */

import type { Double, Prepared } from './doubles/double.ts';
import { doubles } from './doubles/doubles.ts';
import { runJest } from './jest.ts';

type Outcome = Prepared | { readonly failed: string };

async function prepare(double: Double): Promise<Outcome> {
  try {
    return await double.prepare();
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

function lineOf(outcome: Outcome): string {
  if ('failed' in outcome) return `FAILED: ${outcome.failed}`;
  return 'skipped' in outcome ? `skipped: ${outcome.skipped}` : `verified against ${outcome.verifiedAgainst}`;
}

const outcomes: [Double, Outcome][] = [];
for (const double of doubles) outcomes.push([double, await prepare(double)]);
// A test that failed may leave connections open, by which a process would live on.
const { line, exitCode } = runJest(['--selectProjects', 'engines', '--forceExit'], process.argv.slice(2));
process.stdout.write('\n');
for (const [{ adapter }, outcome] of outcomes) process.stdout.write(`${adapter}: ${lineOf(outcome)}\n`);
process.stdout.write(`${line}\n`);
process.exitCode = outcomes.some(([, outcome]) => 'failed' in outcome) ? 1 : exitCode;
