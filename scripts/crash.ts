/**
 * `npm run crash`: people use a server that is killed again and again; at the end everything that they were told is
 * compared with what is there. See docs/proof/crash.md.
 */
import { Command, Option } from 'commander';
import { freePort } from '#test/e2e/harness/freePort.ts';
import { EXIT, type ExitCode } from './cli/failure.ts';
import { wholeNumber } from './cli/options.ts';
import { createBar } from './cli/progressBar.ts';
import { crashBreakages } from './crash/breakages.ts';
import { type RoundReport, runRound } from './crash/round.ts';

/** Kills on one data folder; then everything is checked, and the next round begins with an empty one. */
const ROUND_KILLS = 20;
/** Findings that are printed of a round. */
const FINDINGS_MAX = 30;

interface Options {
  readonly kills: number;
  readonly seed: number;
  readonly break?: string;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

async function crash({ kills, seed, break: breakage }: Options): Promise<ExitCode> {
  const bar = createBar('{bar} {value}/{total} kills  round with seed {seed}', { seed });
  const port = await freePort();
  const startedAt = Date.now();
  const total = { acknowledged: 0, refused: 0, givenUp: 0, events: 0, clients: 0 };
  let done = 0;
  try {
    for (let round = 0; done < kills; round += 1) {
      const roundKills = Math.min(ROUND_KILLS, kills - done);
      const report = await runRound({
        seed: seed + round,
        kills: roundKills,
        port,
        breakage,
        onKill: (killed) => bar.update(done + killed, kills, { seed: seed + round }),
      });
      done += roundKills;
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += report[name];
      if (report.findings.length > 0) {
        bar.stop();
        printFindings(report, `--kills ${roundKills} --seed ${seed + round}`);
        return EXIT.finding;
      }
    }
  } finally {
    bar.stop();
  }
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  print(
    `${done} kills in ${seconds} s (seed ${seed}): ${total.acknowledged} acknowledged, ${total.refused} refused, ` +
      `${total.givenUp} without an answer, ${total.events} events, ${total.clients} pages. Nothing lost, nothing doubled.`,
  );
  return EXIT.ok;
}

function printFindings({ findings, folder }: RoundReport, again: string): void {
  print(`${findings.length} findings; data and journal are kept in ${folder}. Again: npm run crash -- ${again}`);
  for (const finding of findings.slice(0, FINDINGS_MAX)) print(`- ${finding}`);
  if (findings.length > FINDINGS_MAX) print(`- and ${findings.length - FINDINGS_MAX} more`);
}

await new Command('crash')
  .description('kills the server again and again under load, and checks that nothing is lost and nothing doubled')
  .option('--kills <number>', 'how often the server is killed', wholeNumber(), ROUND_KILLS)
  .option('--seed <number>', 'of the moments of the kills and of what people do', wholeNumber(0), 1)
  .addOption(
    new Option('--break <name>', 'break the program on purpose first; the run must find it').choices(
      crashBreakages.map(({ name }) => name),
    ),
  )
  .addHelpText('after', '\nExit codes: 0 nothing found · 1 something lost, doubled or untrue · 2 called wrongly')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage))
  .action(async (options: Options) => {
    process.exitCode = await crash(options);
  })
  .parseAsync();
process.exit();
