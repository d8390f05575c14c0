import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import * as z from 'zod/mini';
import { ArchiveGaveWay, createArchiveTurns } from '../archive/turns.ts';
import { perDay, type Rate } from '../fairness/rate.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import type { ProveAgain } from '../identity/proveAgain.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import { HttpRefused, refuseWith } from './errors.ts';
import { provenBy, provenBySchema } from './provenBy.ts';
import { type Authenticate, addressOf, readBody } from './requestContext.ts';

/** Archives of one person in a day. */
const ARCHIVES_PER_DAY = 5;
export const ARCHIVES_PER_USER: Rate = perDay(ARCHIVES_PER_DAY);
/** Seconds after which somebody may try again who has found all of them under way. */
const BUSY_SECONDS = 30;

const bodySchema = z.strictObject({ password: provenBySchema });

/**
 * `POST /api/archive`: everything about the sender as a ZIP file. It is no GET and has no token in its address, so that no
 * link, history or log of a proxy opens it.
 */
export function archiveRoutes(options: {
  readonly authenticate: Authenticate;
  readonly proveAgain: ProveAgain;
  readonly security: SecurityLog;
  readonly secureCookies: boolean;
  /** Makes the archive of a person. */
  readonly archiveOf: (userId: string, signal: AbortSignal) => Promise<Readable>;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
}): Router {
  const { authenticate, proveAgain, security, secureCookies, clock } = options;
  const perUser = createRateLimiter(ARCHIVES_PER_USER, { clock, name: 'archives', share: options.rateShare });
  const turns = createArchiveTurns(clock);
  const router = Router();

  router.post('/api/archive', async (request, response) => {
    const signedIn = await authenticate(request, response);
    if (signedIn === null) throw refuseWith('SIGNED_OUT');
    const { userId } = signedIn;
    const { password } = readBody(request, bodySchema);
    const doubt = await proveAgain(signedIn, provenBy(request, password, secureCookies));
    if (doubt !== null) throw new HttpRefused([doubt]);
    const turn = turns.begin(userId);
    if (turn === null) throw refuseWith('RATE_LIMITED', { seconds: BUSY_SECONDS });
    response.on('close', turn.end);
    try {
      const seconds = perUser.take(userId);
      if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
      security('sensitive_read', { user: userId, address: addressOf(request) });
      response.set({
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="quad-data-${clock().toISOString().slice(0, 10)}.zip"`,
        'Cache-Control': 'no-store',
      });
      await pipeline(await options.archiveOf(userId, turn.signal), response);
    } catch (error) {
      // The connection ends in the middle, so that the browser says that it failed.
      if (!(turn.signal.reason instanceof ArchiveGaveWay)) throw error;
    } finally {
      turn.end();
    }
  });

  return router;
}
