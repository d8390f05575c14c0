import { Command } from 'commander';
import type { Prepared } from '#projections/engine/preparing.ts';
import { projections } from '#projections/registry.ts';
import { build, printReport } from './cli/build.ts';
import { CliFailure, EXIT, type ExitCode } from './cli/failure.ts';
import type { Io } from './cli/io.ts';
import { dataOption, jsonOption, oneOf } from './cli/options.ts';
import { prepareRelease } from './cli/prepare.ts';

interface RebuildOptions {
  readonly data: string;
  readonly prepare?: true;
  readonly json?: boolean;
}

/** Rebuilds read models from the log beside the live ones and swaps them: one projection's, or all. */
export async function runRebuild(options: RebuildOptions, io: Io, projection?: string): Promise<ExitCode> {
  const { data, prepare, json = false } = options;
  if (prepare === true) {
    if (projection !== undefined)
      throw new CliFailure('--prepare finds by itself which projections to build.', EXIT.usage);
    return runPrepare(data, json, io);
  }
  const report = await build(data, 'rebuild', projection === undefined ? null : { only: [projection] });
  printReport(report, json, io);
  const corrected =
    report.differences.length === 0 ? 'nothing differed' : `${report.differences.length} documents corrected`;
  io.report(`${report.events} events folded, up to ${report.position}: ${corrected}, ${report.parked.length} parked.`);
  return report.parked.length === 0 ? EXIT.ok : EXIT.finding;
}

async function runPrepare(data: string, json: boolean, io: Io): Promise<ExitCode> {
  const prepared = await prepareRelease(data);
  if (json) io.print(JSON.stringify(prepared));
  io.report(wordsFor(prepared));
  return EXIT.ok;
}

function wordsFor(prepared: Prepared): string {
  switch (prepared.kind) {
    case 'nothing runs':
      return 'There are no read models to build beside: the first start builds them.';
    case 'unchanged':
      return 'Nothing to prepare: the read models were made by the same versions as this release has.';
    case 'prepared before':
      return `Prepared before: ${prepared.projections.join(', ')}. The next start of this release goes on with it.`;
    case 'prepared':
      return (
        `Prepared ${prepared.projections.join(', ')}: ${prepared.events} events, up to ${prepared.position}. ` +
        'The next start of this release goes on with it.'
      );
  }
}

/** `quad rebuild`. */
export function rebuildVerb(io: Io, end: (code: ExitCode) => void): Command {
  return new Command('rebuild')
    .description('build read models anew from the log and swap them in; readers go on meanwhile')
    .argument(
      '[projection]',
      'one of `quad projections`; all when left out',
      oneOf(
        'projection',
        projections.map(({ name }) => name),
      ),
    )
    .addOption(dataOption())
    .addOption(jsonOption())
    .option('--prepare', 'build what this release needs beside another one that runs, for a start in a moment')
    .action(async (projection: string | undefined, options: RebuildOptions) =>
      end(await runRebuild(options, io, projection)),
    );
}
