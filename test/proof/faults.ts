/**
 * `npm run faults`: damages the write-ahead log of the event store repeatedly and checks the recovered events; then
 * runs the product on a small full disk. See docs/proof/faults.md, also for the faults that the tests cover.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { EXIT, type ExitCode } from '#scripts/cli/failure.ts';
import { wholeNumber } from '#scripts/cli/options.ts';
import { createBar } from '#scripts/cli/progressBar.ts';
import { seededRandom } from '#scripts/demo/random.ts';
import { tear } from './faults/tornWrites.ts';
import { sabotage } from './sabotage/load.ts';
import { sabotagesFor } from './sabotage/sabotages.ts';

const DEFAULT_CUTS = 1_000;
/** Cuts between two updates of the progress bar. */
const BAR_EVERY = 25;

interface Options {
  readonly cuts: number;
  readonly seed: number;
  readonly disk: boolean;
  readonly break?: string;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

async function faults({ cuts, seed, disk, break: broken }: Options): Promise<ExitCode> {
  if (broken !== undefined) sabotage(broken);
  // Loaded now, so that the sabotage is applied.
  const { makeTornLog } = await import('./faults/tornLog.ts');
  const folder = mkdtempSync(join(tmpdir(), 'quad-faults-'));
  const bar = createBar('{bar} {value}/{total} cuts');
  const startedAt = Date.now();
  try {
    const { writeAheadLog, recover } = makeTornLog(folder);
    const whole = recover(writeAheadLog, writeAheadLog.length);
    if (whole.length > 0) return found('nothing torn', whole, seed);
    const random = seededRandom(seed);
    for (let cut = 1; cut <= cuts; cut += 1) {
      const { what, bytes, soundBytes } = tear(writeAheadLog, random);
      const problems = recover(bytes, soundBytes);
      if (problems.length > 0) return found(`${what} (cut ${cut})`, problems, seed);
      if (cut % BAR_EVERY === 0) bar.update(cut, cuts);
    }
  } finally {
    bar.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  print(
    `${cuts} torn write-ahead logs in ${seconds} s (seed ${seed}): nothing acknowledged and sound lost, no group in part.`,
  );
  return disk ? fullDisk() : EXIT.ok;
}

async function fullDisk(): Promise<ExitCode> {
  const { meetFullDisk } = await import('./faults/fullDisk.ts');
  const report = await meetFullDisk();
  if (report === null) {
    print(
      'No small disk can be mounted here (user namespaces are off); npm test has a full disk that needs no rights.',
    );
    return EXIT.ok;
  }
  const { problems, said, start } = report;
  for (const problem of problems) print(`- on a full disk: ${problem}`);
  if (problems.length > 0) return EXIT.finding;
  print('A full disk, killed and started on it: nothing acknowledged lost, nothing doubled. What it said:');
  for (const [part, words] of Object.entries(said)) if (words !== 'ready') print(`  /health/ready, ${part}: ${words}`);
  print(`  a start on it: ${start}`);
  return EXIT.ok;
}

function found(what: string, problems: readonly string[], seed: number): ExitCode {
  print(`With ${what}, seed ${seed}:`);
  for (const problem of problems) print(`- ${problem}`);
  return EXIT.finding;
}

await new Command('faults')
  .description(
    'makes torn writes at random places of the write-ahead log of the event store, fills a disk, and checks what is lost',
  )
  .option('--cuts <number>', 'how many torn logs', wholeNumber(), DEFAULT_CUTS)
  .option('--seed <number>', 'of where and how they are torn', wholeNumber(0), 1)
  .option('--no-disk', 'only the torn logs')
  .addOption(
    new Option('--break <name>', 'break the program on purpose first; the run must find it').choices(
      sabotagesFor('faults').map(({ name }) => name),
    ),
  )
  .addHelpText('after', '\nExit codes: 0 nothing found · 1 something lost or there in part · 2 called wrongly')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage))
  .action(async (options: Options) => {
    process.exitCode = await faults(options);
  })
  .parseAsync();
