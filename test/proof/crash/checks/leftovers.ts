import { join } from 'node:path';
import { systemClock } from '#projections/engine/clock.ts';
import { ORPHAN_MS, SWEEP_EVERY_MS } from '#server/kernel/sweeper.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { createSweeps } from '#server/roles/worker.ts';
import { trustedTime } from '#test/doubles/trustedTime.ts';
import { listFiles, type Observed } from '../observed.ts';
import type { StoresPlace } from '../serverProcess.ts';
import type { Verdict } from '../verdict.ts';
import { namedFiles, pictureOf, storedFiles, unseenFolders } from './files.ts';

/** Stores that are opened beside the server send no mail. */
export const NO_MAIL = { smtpUrl: null, mailFrom: 'Quad <no-reply@quad.example>', environment: 'development' } as const;
/** Milliseconds after which nothing may be left over: the sweeper's day, and the hour between two sweeps. */
export const NEXT_DAY_MS = ORPHAN_MS + SWEEP_EVERY_MS;

/**
 * The folder a day later, without a server: the sweeper, run as its timer would, must leave no unnamed file and no
 * password without a user. This cannot be awaited from outside.
 */
export async function checkLeftovers(verdict: Verdict, stores: StoresPlace, observed: Observed): Promise<void> {
  let ahead = NEXT_DAY_MS;
  const clock = () => new Date(Date.now() + ahead);
  const { log, vault, media, dispatcherAt, close } = await openFoundation({ ...NO_MAIL, ...stores }, 'quad crash');
  try {
    const dispatcher = dispatcherAt(clock);
    const readStore = { query: async () => [] };
    const sweeper = createSweeps({
      vault,
      media,
      payments: null,
      readStore,
      dispatcher,
      log,
      time: trustedTime(clock),
      timer: systemClock,
      logger: silentLogger,
    });
    await sweeper.sweep();
    // The second look at files.
    ahead += SWEEP_EVERY_MS;
    await sweeper.sweep();
    const [named, unseen] = [namedFiles(observed), unseenFolders(observed)];
    for (const { file } of storedFiles(await listFiles(join(stores.dataDir, 'media')))) {
      const of = pictureOf(file);
      const isNamed = of !== null && (named.has(of.picture) || unseen.has(of.folder));
      verdict.expect(isNamed, () => `The file ${file} is still there a day later.`);
    }
    for (const { userId } of await vault.credentials.olderThan(clock().toISOString())) {
      const isSomebody = observed.people.has(userId);
      verdict.expect(isSomebody, () => `A password of ${userId}, who is nobody, is there a day later.`);
    }
  } finally {
    await close();
  }
}
