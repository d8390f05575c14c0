/**
 * `npm run moves`: fills a log, moves it with its vault to other engines by `quad move`, kills that again and again, and
 * checks that the last run ends with equal hashes; with `--back` it does the same on the way back. See docs/proof/engines.md.
 */
import { Command } from 'commander';
import { EXIT, type ExitCode } from '#scripts/cli/failure.ts';
import { wholeNumber } from '#scripts/cli/options.ts';
import type { MoveRequest } from '#server/roles/move.ts';
import { temporaryFolder } from '#test/scripts/support/storyFolder.ts';
import { startKurrentProcess } from '../doubles/kurrent/startKurrent.ts';
import { mongoDouble } from '../doubles/mongo/double.ts';
import { startMongo } from '../doubles/mongo/startMongo.ts';
import { BACK, faultsOf, fillLog, killsAt, type MovePlaces, runMove, THERE } from './moves/killedMove.ts';

interface Options {
  readonly events: number;
  readonly perAppend: number;
  readonly kills: number;
  readonly seed: number;
  readonly back?: true;
}

const EVENTS = 100_000;
const KILLS = 5;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function moves({ events, perAppend, kills, seed, back }: Options): Promise<ExitCode> {
  const database = await mongoDouble.prepare();
  const mongo = 'skipped' in database ? database : await startMongo();
  if ('skipped' in mongo) {
    print(`Left out: ${mongo.skipped}`);
    return EXIT.ok;
  }
  const folder = temporaryFolder();
  const other = temporaryFolder();
  const kurrent = await startKurrentProcess();
  try {
    const startedAt = performance.now();
    await fillLog(folder.path, events, perAppend);
    const filled = (performance.now() - startedAt) / 1_000;
    print(`${events} events in ${Math.ceil(events / perAppend)} appends, made in ${filled.toFixed(0)} s.`);
    const mongoUrl = `${mongo.url.replace(/\/$/, '')}/quad-moves-${process.pid}`;
    const places = { dataDir: folder.path, eventStoreUrl: kurrent.url, mongoUrl };
    const faults = await oneWay(THERE, places, { events, kills, seed });
    if (back === true && faults.length === 0) {
      print('And back, into an empty folder.');
      faults.push(...(await oneWay(BACK, { ...places, dataDir: other.path }, { events, kills, seed })));
    }
    for (const fault of faults) print(fault);
    return faults.length === 0 ? EXIT.ok : EXIT.finding;
  } finally {
    await kurrent.dispose();
    await mongo.dispose();
    folder.remove();
    other.remove();
  }
}

/** Kills a move again and again, and lets the last run end. @returns faults */
async function oneWay(way: MoveRequest, places: MovePlaces, of: Parameters<typeof killsAt>[0]): Promise<string[]> {
  let killed = 0;
  for (const at of killsAt(of)) {
    const run = await runMove(way, places, at);
    if (run.code !== null) {
      print(`A run ended by itself after ${run.seconds.toFixed(0)} s:\n${run.output}`);
      break;
    }
    killed += 1;
    print(`Killed after ${run.seconds.toFixed(1)} s, when ${at} events were there.`);
  }
  const last = await runMove(way, places, null);
  print(`${killed} kills; the last run took ${last.seconds.toFixed(0)} s:\n${last.output}`);
  return [...faultsOf(last, of.events)];
}

// Ends the engines with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(EXIT.unavailable));

await new Command('moves')
  .description('kills a move of a log to other engines again and again, and checks that it ends with equal hashes')
  .option('--events <number>', 'events of the log', wholeNumber(), EVENTS)
  .option('--per-append <number>', 'events of each append', wholeNumber(), 1)
  .option('--kills <number>', 'runs that are killed before the last one', wholeNumber(0), KILLS)
  .option('--seed <number>', 'of the moments of the kills', wholeNumber(0), 11)
  .option('--back', 'then back, into an empty folder, killed as often')
  .addHelpText('after', '\nExit codes: 0 equal hashes · 1 something lost or changed · 2 called wrongly · 3 broken off')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage))
  .action(async (options: Options) => {
    process.exitCode = await moves(options);
  })
  .parseAsync();
process.exit();
