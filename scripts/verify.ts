import { Command } from 'commander';
import { build, printReport } from './cli/build.ts';
import { EXIT, type ExitCode } from './cli/failure.ts';
import type { Io } from './cli/io.ts';
import { dataOption, jsonOption } from './cli/options.ts';

interface VerifyOptions {
  readonly data: string;
  readonly json?: boolean;
}

/** Compares the read models with the fold of the log and changes nothing. */
export async function runVerify({ data, json = false }: VerifyOptions, io: Io): Promise<ExitCode> {
  const report = await build(data, 'verify');
  printReport(report, json, io);
  const { events, position, differences, parked } = report;
  io.report(`${events} events folded, up to ${position}: ${differences.length} differences, ${parked.length} parked.`);
  return differences.length === 0 && parked.length === 0 ? EXIT.ok : EXIT.finding;
}

/** `quad verify`. */
export function verifyVerb(io: Io, end: (code: ExitCode) => void): Command {
  return new Command('verify')
    .description('compare the read models with the fold of the log; exit code 1 when they differ')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: VerifyOptions) => end(await runVerify(options, io)));
}
