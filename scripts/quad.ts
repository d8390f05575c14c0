/**
 * The command line: `npm run quad -- <verb>`. Each verb has a file of its name beside this one, and `--help`.
 * Exit codes: 0 done, 1 it found something, 2 called wrongly, 3 not possible now.
 */
import { Command, CommanderError } from 'commander';
import { Unavailable, UnknownEvent } from '#projections/engine/eventLog.ts';
import { ForeignReadModels } from '#projections/engine/readStore.ts';
import { ConfigInvalid } from '#server/config.ts';
import { UnreadableEvent } from '#server/log/unreadableEvent.ts';
import { DataFolderRefused } from '#server/ports/dataFolderRefused.ts';
import { EngineRefused } from '#server/ports/engineRefused.ts';
import { CliFailure, EXIT, type ExitCode } from './cli/failure.ts';
import type { Io } from './cli/io.ts';
import { createProcessIo } from './cli/processIo.ts';
import { eraseVerb } from './erase.ts';
import { ledgerVerb } from './ledger.ts';
import { logVerb } from './log.ts';
import { mailVerb } from './mail.ts';
import { moderatorVerb } from './moderator.ts';
import { moveVerb } from './move.ts';
import { privacyVerb } from './privacy.ts';
import { projectionsVerb } from './projections.ts';
import { rebuildVerb } from './rebuild.ts';
import { replayVerb } from './replay.ts';
import { seedVerb } from './seed.ts';
import { verifyVerb } from './verify.ts';

const EXIT_HELP = `
Exit codes: 0 done · 1 it found something (a difference, a parked document) · 2 called wrongly · 3 not possible now`;

/** Runs the command line and returns its exit code. */
async function run(words: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const end = (found: ExitCode) => {
    code = found;
  };
  const program = new Command('quad').description('looks after a data folder of Quad, also beside a running server');
  const verbs = [
    logVerb(io),
    ledgerVerb(io, end),
    mailVerb(io, end),
    replayVerb(io),
    projectionsVerb(io, end),
    rebuildVerb(io, end),
    verifyVerb(io, end),
    seedVerb(io),
    eraseVerb(io),
    moderatorVerb(io),
    privacyVerb(io),
    moveVerb(io, end),
  ];
  for (const verb of verbs) {
    for (const command of [verb, ...verb.commands]) command.addHelpText('after', EXIT_HELP).exitOverride();
    program.addCommand(verb);
  }
  program.addHelpText('after', EXIT_HELP).exitOverride();
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, io);
  }
}

/** Reports an error in words; an unexpected one with its stack. */
function explain(error: unknown, io: Io): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof ConfigInvalid) {
    io.report(error.message);
    return EXIT.usage;
  }
  if (error instanceof CliFailure) {
    io.report(error.message);
    return error.exitCode;
  }
  const explained = [DataFolderRefused, EngineRefused, ForeignReadModels, UnknownEvent, UnreadableEvent, Unavailable];
  if (explained.some((kind) => error instanceof kind)) {
    io.report((error as Error).message);
    return EXIT.unavailable;
  }
  throw error;
}

process.exitCode = await run(process.argv.slice(2), createProcessIo());
