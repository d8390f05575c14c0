/**
 * `npm run moves`: fills a log, moves it with its vault to other engines by `quad move`, kills that again and again, and
 * checks that the last run ends with equal hashes. See docs/proof/engines.md.
 */
import { Command } from 'commander';
import { EXIT, type ExitCode } from '#scripts/cli/failure.ts';
import { wholeNumber } from '#scripts/cli/options.ts';
import { temporaryFolder } from '#test/scripts/support/storyFolder.ts';
import { startKurrentProcess } from '../doubles/kurrent/startKurrent.ts';
import { mongoDouble } from '../doubles/mongo/double.ts';
import { startMongo } from '../doubles/mongo/startMongo.ts';
import { faultsOf, fillLog, killMoments, runMove } from './moves/killedMove.ts';

interface Options {
  readonly events: number;
  readonly perAppend: number;
  readonly kills: number;
  readonly seed: number;
}

const EVENTS = 100_000;
const KILLS = 5;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function moves({ events, perAppend, kills, seed }: Options): Promise<ExitCode> {
  const database = await mongoDouble.prepare();
  const mongo = 'skipped' in database ? database : await startMongo();
  if ('skipped' in mongo) {
    print(`Left out: ${mongo.skipped}`);
    return EXIT.ok;
  }
  const folder = temporaryFolder();
  const kurrent = await startKurrentProcess();
  try {
    const startedAt = performance.now();
    await fillLog(folder.path, events, perAppend);
    const filled = (performance.now() - startedAt) / 1_000;
    print(`${events} events in ${Math.ceil(events / perAppend)} appends, made in ${filled.toFixed(0)} s.`);
    const mongoUrl = `${mongo.url.replace(/\/$/, '')}/quad-moves-${process.pid}`;
    const places = { dataDir: folder.path, eventStoreUrl: kurrent.url, mongoUrl };
    let killed = 0;
    for (const after of killMoments({ events, kills, seed })) {
      const run = await runMove(places, after);
      if (run.code !== null) {
        print(`A run ended by itself after ${run.seconds.toFixed(0)} s:\n${run.output}`);
        break;
      }
      killed += 1;
      print(`Killed after ${run.seconds.toFixed(1)} s.`);
    }
    const last = await runMove(places, null);
    print(`${killed} kills; the last run took ${last.seconds.toFixed(0)} s:\n${last.output}`);
    const faults = faultsOf(last, events);
    for (const fault of faults) print(fault);
    return faults.length === 0 ? EXIT.ok : EXIT.finding;
  } finally {
    await kurrent.dispose();
    await mongo.dispose();
    folder.remove();
  }
}

// Ends the engines with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(EXIT.unavailable));

await new Command('moves')
  .description('kills a move of a log to other engines again and again, and checks that it ends with equal hashes')
  .option('--events <number>', 'events of the log', wholeNumber(), EVENTS)
  .option('--per-append <number>', 'events of each append', wholeNumber(), 1)
  .option('--kills <number>', 'runs that are killed before the last one', wholeNumber(0), KILLS)
  .option('--seed <number>', 'of the moments of the kills', wholeNumber(0), 11)
  .addHelpText('after', '\nExit codes: 0 equal hashes · 1 something lost or changed · 2 called wrongly · 3 broken off')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage))
  .action(async (options: Options) => {
    process.exitCode = await moves(options);
  })
  .parseAsync();
process.exit();
