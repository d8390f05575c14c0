import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { seededRandom } from '#scripts/demo/random.ts';
import { sampleEvents, sampleStream } from '#test/contract/eventStoreSamples.ts';
import { withFoundation } from '#test/scripts/support/storyFolder.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Appends of the source that are under way at once. */
const AT_ONCE = 500;
/** Milliseconds before which no run is killed, and the least before which the latest is: it has begun to append by then. */
const KILL_AFTER_MS = { first: 300, last: 2_000 } as const;
/** Events for which a run gets a millisecond more until it may be killed. */
const EVENTS_PER_MS = 10;

/** Places of the two ends of a move. */
export interface MovePlaces {
  /** Folder of the source. */
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

/** Fills the log of a data folder, each append to a stream of its own. */
export async function fillLog(dataDir: string, events: number, eventsPerAppend: number): Promise<void> {
  await withFoundation(dataDir, async ({ store }) => {
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

/** Moments, in milliseconds after the start of a run, at which runs are killed: from before the first append to the middle of the work. */
export function killMoments(options: { readonly events: number; readonly kills: number; readonly seed: number }) {
  const { events, kills, seed } = options;
  const random = seededRandom(seed);
  const last = Math.max(KILL_AFTER_MS.last, events / EVENTS_PER_MS);
  return Array.from({ length: kills }, () => KILL_AFTER_MS.first + random() * (last - KILL_AFTER_MS.first));
}

/** Runs `quad move` from SQLite to KurrentDB. @param killAfterMs milliseconds after which it is killed; `null`: it is not */
export async function runMove(places: MovePlaces, killAfterMs: number | null): Promise<MoveRun> {
  const { dataDir, eventStoreUrl, mongoUrl } = places;
  const words = [join('scripts', 'quad.ts'), 'move', '--from', 'sqlite', '--to', 'kurrentdb', '--data', dataDir];
  const env = { ...process.env, EVENTSTORE_URL: eventStoreUrl, MONGO_URL: mongoUrl };
  const startedAt = performance.now();
  const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text;
    });
  }
  const timer = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const [code] = (await once(child, 'close')) as [number | null];
  if (timer !== null) clearTimeout(timer);
  return { code, output, seconds: (performance.now() - startedAt) / 1_000 };
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
