import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { type Random, seededRandom } from '../demo/random.ts';
import { type Browser, createBrowser } from './browser.ts';
import { checkRound } from './checkRound.ts';
import { openJournal, readJournal } from './journal.ts';
import { operate } from './operator.ts';
import { People } from './people.ts';
import { drawPictures } from './pictures.ts';
import { createServerProcess, type ServerProcess } from './serverProcess.ts';
import { between, type Town } from './town.ts';

/** Milliseconds that the server lives before it is killed. */
const LIFE_MS = [250, 2_200] as const;
/** Share of the lives that end while the server is still starting, and how long those are. */
const CUT_START_SHARE = 0.15;
const CUT_START_MS = [30, 900] as const;
/** Share of the lives that end by SIGTERM: what was acknowledged is finished, and the exit code says so. */
const TERMINATED_SHARE = 0.15;
/** Milliseconds that nobody restarts it. */
const AWAY_MS = [0, 250] as const;
/** Milliseconds of load after the last kill. */
const LAST_LIFE_MS = 1_500;

export interface RoundOptions {
  readonly seed: number;
  readonly kills: number;
  readonly port: number;
  /** Name of a breakage that the server runs with. */
  readonly breakage?: string | undefined;
  readonly onKill?: (kills: number) => void;
}

/** What came of a round. */
export interface RoundReport {
  readonly findings: readonly string[];
  /** What was told, by outcome. */
  readonly acknowledged: number;
  readonly refused: number;
  readonly givenUp: number;
  readonly events: number;
  readonly clients: number;
  /** The folder with data and journal; it is kept when there are findings. */
  readonly folder: string;
}

const NOTHING_TOLD = { acknowledged: 0, refused: 0, givenUp: 0, events: 0, clients: 0 };

/** One folder, one load, so many kills; then everything is checked. */
export async function runRound(options: RoundOptions): Promise<RoundReport> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-crash-'));
  const journalFile = join(folder, 'journal.ndjson');
  const server = createServerProcess({ ...options, dataDir: join(folder, 'data') });
  const journal = openJournal(journalFile);
  const killListeners = new Set<() => void>();
  let isOver = false;
  const town: Town = {
    server,
    journal,
    random: seededRandom(options.seed + 1),
    pictures: await drawPictures(),
    written: [],
    findings: [],
    isOver: () => isOver,
    onKill(listener) {
      killListeners.add(listener);
      return () => killListeners.delete(listener);
    },
  };
  const people = new People(town);
  try {
    server.launch();
    await server.ready();
    const visitor = openVisitor(options.port);
    await people.found();
    const operating = operate(town, people.list, people.stopActing);
    const killed = killAgainAndAgain(options, server, seededRandom(options.seed), town.findings, async (kills) => {
      journal.write({ kind: 'killed' });
      for (const listener of killListeners) listener();
      options.onKill?.(kills);
      people.newcomers();
    });
    await Promise.race([killed, people.failed]);
    await pause(LAST_LIFE_MS);
    isOver = true;
    await Promise.race([Promise.all([operating, people.allDone()]), people.failed]);
    const report = await checkRound(town, readJournal(journalFile), people.list(), visitor);
    visitor.store.stop();
    people.leave();
    if (report.findings.length === 0) await rm(folder, { recursive: true, force: true });
    return { ...report, folder };
  } catch (error) {
    // Something has no end, or the server does not come up again: that is what the run is for.
    return { ...NOTHING_TOLD, findings: [...town.findings, ...server.errors(), inspect(error)], folder };
  } finally {
    isOver = true;
    await server.kill();
    journal.close();
  }
}

function openVisitor(port: number): { readonly browser: Browser; readonly store: ReturnType<Browser['openStore']> } {
  const browser = createBrowser(port, '198.51.100.1');
  const store = browser.openStore(null, DEFAULT_CAMPUS, () => Promise.reject(new Error('A visitor uploads nothing.')));
  store.hold(topicName.feed(DEFAULT_CAMPUS));
  return { browser, store };
}

/** Kills the server so many times, at moments that the seed says, and starts it again each time. */
async function killAgainAndAgain(
  { kills }: RoundOptions,
  server: ServerProcess,
  random: Random,
  findings: string[],
  onKill: (kills: number) => Promise<void>,
): Promise<void> {
  for (let n = 1; n <= kills; n += 1) {
    const cutsStart = n > 1 && random() < CUT_START_SHARE;
    if (!cutsStart) await server.ready();
    await pause(cutsStart ? between(random, ...CUT_START_MS) : between(random, ...LIFE_MS));
    if (!cutsStart && random() < TERMINATED_SHARE) await terminate(server, findings);
    else await server.kill();
    await onKill(n);
    await pause(between(random, ...AWAY_MS));
    server.launch();
  }
  await server.ready();
}

/** Asks it to end under load. */
async function terminate(server: ServerProcess, findings: string[]): Promise<void> {
  const code = await server.terminate();
  if (code !== 0) findings.push(`The server ended with ${code} when it was asked to end under load.`);
}
