import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { START } from '#projections/engine/eventLog.ts';
import { seededRandom } from '#scripts/demo/random.ts';
import { openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import { dataFolderPaths } from '#server/engines/sqlite/folder/dataFolder.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import type { MoveRequest } from '#server/roles/move.ts';
import { sampleEvents, sampleStream } from '#test/contract/eventStoreSamples.ts';
import { withFoundation } from '#test/scripts/support/storyFolder.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Appends of the source that are under way at once. */
const AT_ONCE = 500;
/** People who have a key in the vault: more than a page of a move. */
const PEOPLE = 2_500;
/** Milliseconds between two looks at the target of a run. */
const LOOK_EVERY_MS = 20;

/** Places of the two ends of a move. */
export interface MovePlaces {
  /** Folder of the end on SQLite. */
  readonly dataDir: string;
  readonly eventStoreUrl: string;
  readonly mongoUrl: string;
}

/** The output of one run of the verb. */
export interface MoveRun {
  /** Exit code; `null`: it was killed. */
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
}

/** Fills log and vault of a data folder, each append to a stream of its own. */
export async function fillLog(dataDir: string, events: number, eventsPerAppend: number): Promise<void> {
  await withFoundation(dataDir, async ({ store, vault }) => {
    for (let person = 0; person < PEOPLE; person += 1) await vault.keys.obtain(randomUUID());
    for (let made = 0; made < events; ) {
      const appends: Promise<unknown>[] = [];
      for (; appends.length < AT_ONCE && made < events; ) {
        const some = Math.min(eventsPerAppend, events - made);
        appends.push(store.append(sampleStream(), -1, sampleEvents(some)));
        made += some;
      }
      await Promise.all(appends);
    }
  });
}

/**
 * Events of the target at which runs are killed, ascending, since each run goes on where the one before was ended. At the
 * last of them all events are there: that run is killed while it reads them back, or while the vault follows.
 */
export function killsAt(options: { readonly events: number; readonly kills: number; readonly seed: number }) {
  const { events, kills, seed } = options;
  const random = seededRandom(seed);
  const among = Math.max(0, kills - 1);
  const drawn = Array.from({ length: among }, (_, n) => Math.ceil(((n + random()) / among) * events));
  return kills === 0 ? [] : [...drawn, events];
}

/** From SQLite to KurrentDB, and the way back. */
export const THERE: MoveRequest = { from: 'sqlite', to: 'kurrentdb' };
export const BACK: MoveRequest = { from: 'kurrentdb', to: 'sqlite' };

/** Runs `quad move`. @param killAt events of the target at which it is killed; `null`: it is not */
export async function runMove(way: MoveRequest, places: MovePlaces, killAt: number | null): Promise<MoveRun> {
  const { dataDir, eventStoreUrl, mongoUrl } = places;
  const words = [join('scripts', 'quad.ts'), 'move', '--from', way.from, '--to', way.to, '--data', dataDir];
  const env = { ...process.env, EVENTSTORE_URL: eventStoreUrl, MONGO_URL: mongoUrl };
  const startedAt = performance.now();
  const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text;
    });
  }
  const ended = once(child, 'close') as Promise<[number | null]>;
  if (killAt !== null) {
    const target = openTarget(way, places);
    while (child.exitCode === null && (await target.events()) < killAt) await pause(LOOK_EVERY_MS);
    child.kill('SIGKILL');
    await target.close();
  }
  const [code] = await ended;
  return { code, output, seconds: (performance.now() - startedAt) / 1_000 };
}

/** The log that a move fills, read beside it. */
function openTarget({ to }: MoveRequest, { dataDir, eventStoreUrl }: MovePlaces) {
  const { events: file } = dataFolderPaths(dataDir);
  let store: EventStore | null = null;
  return {
    async events(): Promise<number> {
      if (to === 'sqlite' && !isMade(file)) return 0;
      store ??= await (to === 'sqlite'
        ? openSqliteEventStore(file, { readOnly: true })
        : openKurrentEventStore({ url: eventStoreUrl, readOnly: true }));
      return store.distance(START, await store.head());
    },
    close: async () => store?.close(),
  };
}

/** Whether the tables of a log are there: they come a moment after the file. */
function isMade(file: string): boolean {
  if (!existsSync(file)) return false;
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'events'").get() !== undefined;
  } finally {
    db.close();
  }
}

/** Hash of one end that a run has printed, as `kurrentdb log`; `undefined`: it printed none. */
export function hashOf(output: string, end: string): string | undefined {
  return new RegExp(`^${end} ([0-9a-f]{64})$`, 'm').exec(output)?.[1];
}

/** Faults of the last run: it has to move everything, and to end with equal hashes. */
export function faultsOf({ code, output }: Pick<MoveRun, 'code' | 'output'>, events: number): readonly string[] {
  const faults: string[] = [];
  if (code !== 0) faults.push(`It ended with ${code}.`);
  if (!output.includes(`${events} events in both logs`))
    faults.push(`It does not say that both logs have ${events} events.`);
  for (const part of ['log', 'vault']) {
    const hash = hashOf(output, `sqlite ${part}`);
    if (hash === undefined || hash !== hashOf(output, `kurrentdb ${part}`))
      faults.push(`The hashes of the ${part} differ.`);
  }
  return faults;
}
