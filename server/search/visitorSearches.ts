import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import * as z from 'zod/mini';
import { SEARCH_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { HttpRefused, refuseWith } from '../http/errors.ts';
import { addressOf, campusOf, readBody } from '../http/requestContext.ts';
import type { NounRouteParts } from '../http/routeParts.ts';
import type { Rate } from '../write/rate.ts';
import { createRateLimiter } from '../write/rateLimiter.ts';

/** Searches of visitors of one network address that are counted; a whole dormitory may share one. */
export const VISITOR_SEARCHES_PER_ADDRESS: Rate = { perMinute: 120, burst: 60 };

const bodySchema = z.strictObject({ text: z.string().check(z.maxLength(SEARCH_MAX_CHARACTERS)) });

/** `POST /api/searches`: counts a search of somebody who is signed out (Q56); a user's is a command. */
export function visitorSearchRoutes({
  authenticate,
  dispatcher,
  clock,
  rateShare: share,
}: Pick<NounRouteParts, 'authenticate' | 'dispatcher' | 'clock' | 'rateShare'>): Router {
  const limiter = createRateLimiter(VISITOR_SEARCHES_PER_ADDRESS, { clock, name: 'visitor-searches', share });
  const router = Router();
  router.post('/api/searches', async (request, response) => {
    const { text } = readBody(request, bodySchema);
    if ((await authenticate(request, response)) !== null) throw refuseWith('NOT_ALLOWED');
    const seconds = limiter.take(addressOf(request));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const campus = campusOf(request).id;
    const outcome = await dispatcher.dispatch(
      { id: randomUUID(), type: 'CountVisitorSearch', version: 1, data: { campus, text } },
      { actor: { kind: 'visitor' }, campus, origin: 'server' },
    );
    if (!outcome.ok) throw new HttpRefused([outcome.rejection]);
    response.status(202).json({ ok: true });
  });
  return router;
}
