/**
 * `npm run simulate`: plays random stories on the real dispatcher, folds, hub and client sync, on a virtual clock with
 * a virtual network and disk, and holds the promises P1 to P8 against how each ends. Exit codes: 0 all held, 1 a
 * finding, 2 asked wrongly.
 */
import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { oneOf, wholeNumber } from '#scripts/cli/options.ts';
import { createBar } from '#scripts/cli/progressBar.ts';
import { sabotagesFor } from './sabotage/sabotages.ts';
import { report, summarise } from './simulate/report.ts';
import { seedsFrom, simulate } from './simulate/simulate.ts';

interface Options {
  readonly seeds: number;
  readonly seed: number;
  readonly replay?: number;
  readonly workers: number;
  readonly break?: string;
  readonly first?: true;
  readonly json?: true;
}

async function run({ seeds, seed, replay, json, first, ...options }: Options): Promise<void> {
  const breaks = options.break ?? null;
  const count = replay === undefined ? seeds : 1;
  const bar = createBar('{bar} {percentage}% | {value}/{total} seeds | {found} findings');
  const start = performance.now();
  let done = 0;
  let found = 0;
  const results = await simulate({
    seeds: seedsFrom(replay ?? seed, count),
    workers: Math.min(options.workers, count),
    breaks,
    shrinks: true,
    isEnough: ({ findings }) => first === true && findings.length > 0,
    onResult: ({ findings }) => {
      done += 1;
      if (findings.length > 0) found += 1;
      bar.update(done, count, { found });
    },
  });
  bar.stop();
  const summary = summarise(results, (performance.now() - start) / 1_000);
  process.stdout.write(json === true ? `${JSON.stringify(summary, null, 2)}\n` : report(summary, breaks));
  process.exitCode = summary.failed.length === 0 ? 0 : 1;
}

const names = sabotagesFor('simulate').map(({ name }) => name);
await new Command('simulate')
  .description('plays random stories on a virtual clock, network and disk, and checks P1 to P8 at the end of each')
  .option('--seeds <count>', 'how many seeds', wholeNumber(), 300)
  .option('--seed <number>', 'the first seed', wholeNumber(0), 1)
  .option('--replay <seed>', 'only this seed', wholeNumber(0))
  .option('--workers <count>', 'threads', wholeNumber(), availableParallelism())
  .option('--break <name>', `breaks the program on purpose: ${names.join(', ')}`, oneOf('way to break', names))
  .option('--first', 'ends with the first seed that breaks a promise')
  .option('--json', 'prints the result as JSON')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .action(run)
  .parseAsync();
