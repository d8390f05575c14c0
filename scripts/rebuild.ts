import { Command } from 'commander';
import { build, printReport } from './cli/build.ts';
import { EXIT, type ExitCode } from './cli/failure.ts';
import type { Io } from './cli/io.ts';
import { dataOption } from './cli/options.ts';

/** Builds the read models anew from the log beside the live ones and swaps them in. */
export async function runRebuild({ data }: { readonly data: string }, io: Io): Promise<ExitCode> {
  const report = await build(data, 'rebuild');
  printReport(report, io);
  const corrected =
    report.differences.length === 0 ? 'nothing differed' : `${report.differences.length} documents corrected`;
  io.tell(`${report.events} events folded, up to ${report.position}: ${corrected}, ${report.parked.length} parked.`);
  return report.parked.length === 0 ? EXIT.ok : EXIT.finding;
}

/** `quad rebuild`. */
export function rebuildVerb(io: Io, end: (code: ExitCode) => void): Command {
  return new Command('rebuild')
    .description('build the read models anew from the log and swap them in; readers go on meanwhile')
    .addOption(dataOption())
    .action(async (options: { readonly data: string }) => end(await runRebuild(options, io)));
}
