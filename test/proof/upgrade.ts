/**
 * `npm run upgrade`: puts the next release in the place of this one while people use it, takes it back, puts it in place
 * again, and compares every answer that people got with the data. See docs/proof/upgrade.md.
 */
import { Command } from 'commander';
import { EXIT } from '#scripts/cli/failure.ts';
import { wholeNumber } from '#scripts/cli/options.ts';
import { mongoDouble } from '../doubles/mongo/double.ts';
import { freePort } from '../e2e/harness/freePort.ts';
import { findingLines, timeLines } from './crash/report.ts';
import type { StepTaken } from './upgrade/release.ts';
import { runUpgrade, type UpgradeReport } from './upgrade/run.ts';

interface Options {
  readonly seed: number;
  readonly rolls: number;
  readonly json?: true;
}

/** It comes, is taken back, and comes again. */
const ROLLS = 3;
const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

async function upgrade({ seed, rolls, json }: Options): Promise<void> {
  const database = await mongoDouble.prepare();
  if ('skipped' in database) {
    print(`Left out: ${database.skipped}`);
    return;
  }
  const onStep = ({ step, ms }: StepTaken) =>
    json === true ? undefined : print(`${seconds(ms).padStart(8)}  ${step}`);
  const report = await runUpgrade({ seed, rolls, port: await freePort(), onStep });
  if (json === true) print(JSON.stringify({ seed, ...report }, null, 2));
  else printReport(report);
  process.exitCode = report.findings.length === 0 ? EXIT.ok : EXIT.finding;
}

function printReport({ findings, checks, took, acknowledged, events, clients, seen, journal }: UpgradeReport): void {
  if (findings.length > 0) {
    print('Found:');
    for (const line of findingLines(findings)) print(line);
    print(`The journal, with the data beside it: ${journal}`);
  }
  if (seen !== null) {
    const { longestBreakMs, longestUnansweredMs, reloads, resumed, answers } = seen;
    print(`Pages showed the quiet bar for ${seconds(longestBreakMs)} at once at most.`);
    print(`Pages went on from what they had ${resumed} times, and loaded anew ${reloads} times.`);
    print(`The feed was not answered over HTTP for ${seconds(longestUnansweredMs)} at once at most.`);
    print(
      `Answers: ${answers.this} of this release, ${answers.next} of the next one, ${answers.either} of an empty feed.`,
    );
  }
  print(`${acknowledged} acknowledged; ${events} events, ${clients} pages.`);
  for (const line of timeLines(took)) print(line);
  print(
    `${checks} checks, ${findings.length} findings${findings.length === 0 ? ': nothing lost, nothing doubled' : ''}.`,
  );
}

// Ends the processes with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(EXIT.unavailable));

await new Command('upgrade')
  .description('puts the next release in the place of this one under load, takes it back, and puts it in place again')
  .option('--seed <number>', 'of what people do', wholeNumber(0), 1)
  .option('--rolls <number>', '1: the next release comes; 2: it is taken back; 3: it comes again', wholeNumber(), ROLLS)
  .option('--json', 'prints the result as JSON')
  .addHelpText(
    'after',
    '\nExit codes: 0 nothing found · 1 something lost, doubled or untrue · 2 called wrongly · 3 broken off',
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage))
  .action(upgrade)
  .parseAsync();
process.exit();
