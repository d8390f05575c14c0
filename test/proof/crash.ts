/**
 * `npm run crash`: people use a server that is killed repeatedly; at the end every answer they got is compared with the
 * data. See docs/proof/crash.md.
 */
import { Command, Option } from 'commander';
import { EXIT, type ExitCode } from '#scripts/cli/failure.ts';
import { wholeNumber } from '#scripts/cli/options.ts';
import { createBar } from '#scripts/cli/progressBar.ts';
import { mongoDouble } from '../doubles/mongo/double.ts';
import { ordersFor } from '../doubles/namedServer.ts';
import { installTypesense } from '../doubles/typesense/install.ts';
import { freePort } from '../e2e/harness/freePort.ts';
import { addReports, findingLines, type RoundReport, summaryLines } from './crash/report.ts';
import { runRound } from './crash/round.ts';
import { sabotagesFor } from './sabotage/sabotages.ts';

/** Kills on one data folder; then everything is checked, and the next round begins with an empty one. */
const ROUND_KILLS = 20;
interface Options {
  readonly kills: number;
  readonly seed: number;
  readonly cluster?: true;
  readonly break?: string;
  readonly json?: true;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

async function crash({ kills, seed, cluster, break: sabotage, json }: Options): Promise<ExitCode> {
  if (cluster === true && kills > ROUND_KILLS && ordersFor('EVENTSTORE') !== null) {
    print(`A log that EVENTSTORE_URL names is not emptied: ${ROUND_KILLS} kills at most.`);
    return EXIT.usage;
  }
  // Builds the FerretDB where it is missing.
  const database = cluster === true ? await mongoDouble.prepare() : {};
  if ('skipped' in database) {
    print(`Left out: ${database.skipped}`);
    return EXIT.ok;
  }
  // Without one the cluster searches by FTS5, and its start prints why.
  const isNamed = process.env.TYPESENSE_URL !== undefined;
  const typesense = cluster === true && !isNamed ? installTypesense() : null;
  if (typesense !== null) print(typesense.skipped);
  const bar = createBar('{bar} {value}/{total} kills  round with seed {seed}', { seed });
  const port = await freePort();
  const startedAt = Date.now();
  const reports: RoundReport[] = [];
  try {
    for (let done = 0, roundSeed = seed; done < kills; done += ROUND_KILLS, roundSeed += 1) {
      const roundKills = Math.min(ROUND_KILLS, kills - done);
      const onKill = (killed: number) => bar.update(done + killed, kills, { seed: roundSeed });
      const report = await runRound({ seed: roundSeed, kills: roundKills, cluster, port, sabotage, onKill });
      reports.push(report);
      if (report.findings.length === 0) continue;
      bar.stop();
      if (json !== true)
        printFindings(
          report,
          `${cluster ? '--cluster ' : ''}--kills ${roundKills} --seed ${roundSeed}${sabotage ? ` --break ${sabotage}` : ''}`,
        );
      break;
    }
  } finally {
    bar.stop();
  }
  const all = addReports(reports);
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  if (json === true) print(JSON.stringify({ seed, seconds, ...all, kills: all.moments.length }, null, 2));
  else for (const line of summaryLines(all, { seed, seconds })) print(line);
  return all.findings.length === 0 ? EXIT.ok : EXIT.finding;
}

function printFindings({ findings, journal }: RoundReport, again: string): void {
  print('Found:');
  for (const line of findingLines(findings)) print(line);
  print(`The journal, with the data beside it: ${journal}`);
  print(`Again: npm run crash -- ${again}`);
}

// Ends the server with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(EXIT.unavailable));

await new Command('crash')
  .description('kills the server again and again under load, and checks that nothing is lost and nothing doubled')
  .option('--kills <number>', 'how often the server is killed', wholeNumber(), ROUND_KILLS)
  .option('--seed <number>', 'of the moments of the kills and of what people do', wholeNumber(0), 1)
  .option(
    '--cluster',
    'processes with a role each over a KurrentDB (a double), a FerretDB and a Typesense: each dies in turn',
  )
  .addOption(
    new Option('--break <name>', 'break the program on purpose first; the run must find it').choices(
      sabotagesFor('crash').map(({ name }) => name),
    ),
  )
  .option('--json', 'prints the result as JSON')
  .addHelpText(
    'after',
    '\nExit codes: 0 nothing found · 1 something lost, doubled or untrue · 2 called wrongly · 3 broken off',
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage))
  .action(async (options: Options) => {
    process.exitCode = await crash(options);
  })
  .parseAsync();
process.exit();
