import { setTimeout as pause } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { readEngines } from '#server/config.ts';
import { OtherLog } from '#server/log/copyLog.ts';
import { OtherVault } from '#server/moving/notes.ts';
import { storesBeside } from '#server/roles/besideEngines.ts';
import {
  LOG_ENGINES,
  type Moved,
  type MoveProgress,
  type MoveRequest,
  type MoveSettings,
  moveSystem,
} from '#server/roles/move.ts';
import { openMoveEnds } from '#server/roles/moveEngines.ts';
import { CliFailure, EXIT, type ExitCode } from './cli/failure.ts';
import type { Io } from './cli/io.ts';
import { dataOption } from './cli/options.ts';
import { createBar } from './cli/progressBar.ts';

/** Milliseconds between two drawings of the progress. */
const DRAW_EVERY_MS = 200;
const SECOND_MS = 1_000;

/** Moves log and vault to other engines. @returns 1: the move is to be repeated */
async function runMove(request: MoveRequest, settings: MoveSettings, io: Io): Promise<ExitCode> {
  const progress = progressBar();
  const ends = await openMoveEnds(request, settings);
  try {
    const options = { onProgress: progress.show, stop: io.stop, pause: (ms: number) => pause(ms) };
    const moved = await moveSystem(ends, options);
    progress.stop();
    return report(moved, request, io);
  } catch (error) {
    if (error instanceof OtherLog || error instanceof OtherVault) throw new CliFailure(error.message);
    if (error !== io.stop.reason || !io.stop.aborted) throw error;
    throw new CliFailure('Stopped. The same command goes on from there: what was copied stays in the target.');
  } finally {
    progress.stop();
    await ends.close();
  }
}

/** A bar with its rate and the time left, both of the present phase. */
function progressBar(): { show(progress: MoveProgress): void; stop(): void } {
  const bar = createBar('{phase} {bar} {value}/{total}  {rate}/s  {left} left', { phase: '', rate: 0, left: '?' });
  let phase = '';
  let begun = { at: 0, done: 0 };
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      const { done, total } = progress;
      const now = performance.now();
      if (progress.phase !== phase) {
        phase = progress.phase;
        begun = { at: now, done };
      } else if (now - drawnAt < DRAW_EVERY_MS) return;
      drawnAt = now;
      const rate = Math.round(((done - begun.done) * SECOND_MS) / Math.max(1, now - begun.at));
      const left = total === null || rate === 0 ? '?' : `${Math.ceil((total - done) / rate)} s`;
      bar.update(done, total ?? done, { phase, rate, left });
    },
    stop: () => bar.stop(),
  };
}

/** Why the vault stays for now, by obstacle. */
const OBSTACLES: Readonly<Record<NonNullable<Moved['obstacle']>, string>> = {
  'folder in use': 'Another process has the data folder, so only the log was copied.',
  'projector runs': 'A server runs on the source, so only the log was copied.',
  'log grows': 'A server writes the log, so only the log was copied.',
};

/** Settings of a start after the move. */
const SETTINGS = {
  sqlite: 'EVENTSTORE_URL and MONGO_URL unset, and DATA_DIR as it is',
  kurrentdb: 'EVENTSTORE_URL, MONGO_URL and DATA_DIR as they are',
} as const;

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** Reports what was moved, and what is left to do. */
function report({ log, late, obstacle, vault }: Moved, { from, to }: MoveRequest, io: Io): ExitCode {
  io.print(`${count(log.events, 'event')} in both logs, ${log.copied} copied now`);
  io.print(`${from} log ${log.sourceHash}`);
  io.print(`${to} log ${log.targetHash}`);
  if (obstacle !== null) {
    io.report(`${OBSTACLES[obstacle]} ${count(late, 'event')} came meanwhile.`);
    io.report('Stop all servers and run the same command again: it copies the rest, and the vault.');
    return EXIT.finding;
  }
  if (vault !== null) {
    io.print(`${count(vault.records, 'record')} in both vaults, ${vault.copied} copied now`);
    io.print(`${from} vault ${vault.sourceHash}`);
    io.print(`${to} vault ${vault.targetHash}`);
  }
  io.report(`All is moved. Start Quad with ${SETTINGS[to]}: the folder keeps the pictures.`);
  io.report('The first start builds the read models anew from the log. The system before the move starts no more.');
  return EXIT.ok;
}

/** The settings of command line and environment. @throws CliFailure, ConfigInvalid */
export function readSettings(
  { from, to }: MoveRequest,
  dataDir: string,
  environment: Readonly<Record<string, string | undefined>>,
): MoveSettings {
  const { eventStoreUrl, mongoUrl, environment: stage } = readEngines(environment);
  if (from === to) throw new CliFailure(`--from and --to are both ${from}: there is nothing to move.`, EXIT.usage);
  if (eventStoreUrl === null || mongoUrl === null) {
    throw new CliFailure('EVENTSTORE_URL and MONGO_URL are not set: they name KurrentDB and MongoDB.', EXIT.usage);
  }
  const { exists, path } = storesBeside({ dataDir });
  if (from === 'sqlite' && !exists)
    throw new CliFailure(`There is no log at ${path}. Name its data folder with --data.`);
  return { dataDir, eventStoreUrl, mongoUrl, environment: stage };
}

/** `quad move`. */
export function moveVerb(io: Io, end: (code: ExitCode) => void): Command {
  const engine = (flag: string, description: string) =>
    new Option(`${flag} <engine>`, description).choices(LOG_ENGINES).makeOptionMandatory();
  return new Command('move')
    .description('move log and vault to other engines and verify them; it may be broken off and repeated')
    .addOption(engine('--from', 'engine that has the log'))
    .addOption(engine('--to', 'engine that is to have it'))
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nWith sqlite the vault is in the data folder, with kurrentdb (EVENTSTORE_URL) on MongoDB (MONGO_URL).',
    )
    .action(async ({ data, from, to }: MoveRequest & { readonly data: string }) => {
      const request = { from, to };
      end(await runMove(request, readSettings(request, data, process.env), io));
    });
}
