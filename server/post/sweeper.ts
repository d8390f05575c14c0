import type { UserState } from '#domain/user/state.ts';
import type { EngineClock } from '#projections/engine/clock.ts';
import type { EventLog } from '#projections/engine/eventLog.ts';
import { CODE_KEPT_MS } from '../identity/limits.ts';
import type { Logger } from '../observability/logging.ts';
import type { MediaStore } from '../ports/media.ts';
import type { Vault } from '../ports/vault.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { streamName } from '../write/streamStates.ts';
import { namedFiles } from './namedFiles.ts';

const HOUR_MS = 3_600_000;
/** Milliseconds between two sweeps. */
export const SWEEP_EVERY_MS = HOUR_MS;
/** Milliseconds after which what no event names is removed (D07, D15). */
export const ORPHAN_MS = 24 * HOUR_MS;

/** What the sweeper works with. */
export interface SweeperOptions {
  readonly vault: Pick<Vault, 'credentials' | 'codes' | 'sessions' | 'attempts'>;
  readonly media: Pick<MediaStore, 'unsettled' | 'settle' | 'discard'>;
  readonly dispatcher: Pick<Dispatcher, 'stateOf'>;
  readonly log: Pick<EventLog, 'readStream'>;
  readonly clock: () => Date;
  readonly timer: EngineClock;
  readonly logger: Logger;
}

/** Removes once an hour what is left over: vault first, log second means that some writes were for nothing. */
export interface Sweeper {
  start(): void;
  stop(): Promise<void>;
  /** One sweep, now. */
  sweep(): Promise<void>;
}

/** Makes the sweeper. */
export function createSweeper(options: SweeperOptions): Sweeper {
  const { vault, clock, timer, logger } = options;
  let cancel: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    const now = clock();
    const before = new Date(now.getTime() - ORPHAN_MS).toISOString();
    await vault.sessions.sweep(now.toISOString());
    await vault.codes.sweep(new Date(now.getTime() - CODE_KEPT_MS).toISOString());
    await vault.attempts.sweep(before);
    await removeOrphanCredentials(options, before);
    await removeOrphanUploads(options, before);
  }

  function schedule(): void {
    cancel = timer.after(SWEEP_EVERY_MS, () => {
      running = sweep()
        .catch((error: unknown) => logger.warn({ err: error }, 'The sweep failed; the next one tries again.'))
        .then(schedule);
    });
  }

  return {
    start: schedule,
    sweep,
    async stop() {
      cancel();
      await running;
      cancel();
    },
  };
}

async function removeOrphanCredentials({ vault, dispatcher }: SweeperOptions, before: string): Promise<void> {
  for (const { userId } of await vault.credentials.olderThan(before)) {
    const user = (await dispatcher.stateOf('user', userId)) as UserState;
    if (user.userId === null) await vault.credentials.remove(userId);
  }
}

/** Each upload is looked at once, a day after it was brought last: then it is settled, or goes. */
async function removeOrphanUploads({ media, log }: SweeperOptions, before: string): Promise<void> {
  const byFolder = Map.groupBy(await media.unsettled(before), ({ folder }) => folder);
  for (const [folder, uploads] of byFolder) {
    const named = namedFiles(await log.readStream(streamOf(folder)));
    await media.settle(uploads.filter(({ name }) => named.has(name)));
    await media.discard(uploads.filter(({ name }) => !named.has(name)));
  }
}

/** The stream whose events name the files of a folder: `posts/<id>` or `profilePics/<id>`. */
function streamOf(folder: string): string {
  const [kind, id = ''] = folder.split('/');
  return streamName(kind === 'posts' ? 'post' : 'user', id);
}
