import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import * as z from 'zod/mini';
import { SEARCH_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { sameSearch } from '#domain/search/text.ts';
import type { Rate } from '../fairness/rate.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import { HttpRefused, refuseWith } from '../http/errors.ts';
import { addressOf, campusOf, readBody } from '../http/requestContext.ts';
import type { NounRouteParts } from '../http/routeParts.ts';

/** Searches of visitors of one network address that are counted; a whole dormitory may share one. */
export const VISITOR_SEARCHES_PER_ADDRESS: Rate = { perMinute: 120, burst: 60 };

/** Searches of the visitors of one address for one text: more of them would move it up the campus's list alone. */
export const VISITOR_SEARCHES_OF_TEXT: Rate = { perMinute: 10 / 60, burst: 10 };
/** Searches of all visitors of a campus: each is an event, and somebody may have any number of addresses. */
export const VISITOR_SEARCHES_OF_CAMPUS: Rate = { perMinute: 600, burst: 600 };

const bodySchema = z.strictObject({ text: z.string().check(z.maxLength(SEARCH_MAX_CHARACTERS)) });

/**
 * `POST /api/searches`: counts a search of somebody who is signed out (Q56); a user's is a command. One beyond the limits of
 * its text or campus was a search all the same: it is not counted, and nothing is refused.
 */
export function visitorSearchRoutes({
  authenticate,
  dispatcher,
  clock,
  rateShare: share,
}: Pick<NounRouteParts, 'authenticate' | 'dispatcher' | 'clock' | 'rateShare'>): Router {
  const limiter = createRateLimiter(VISITOR_SEARCHES_PER_ADDRESS, { clock, name: 'visitor-searches', share });
  const byCampus = createRateLimiter(VISITOR_SEARCHES_OF_CAMPUS, { clock, name: 'visitor-searches-campus', share });
  // Each process for itself: what somebody looked for does not leave its memory.
  const byText = createRateLimiter(VISITOR_SEARCHES_OF_TEXT, { clock, name: 'visitor-searches-text', share: null });
  const router = Router();
  router.post('/api/searches', async (request, response) => {
    const { text } = readBody(request, bodySchema);
    if ((await authenticate(request, response)) !== null) throw refuseWith('NOT_ALLOWED');
    const address = addressOf(request);
    const seconds = limiter.take(address);
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const campus = campusOf(request).id;
    const isOver = byText.take(JSON.stringify([address, campus, sameSearch(text)])) > 0 || byCampus.take(campus) > 0;
    if (isOver) return void response.status(202).json({ ok: true });
    const outcome = await dispatcher.dispatch(
      { id: randomUUID(), type: 'CountVisitorSearch', version: 1, data: { campus, text } },
      { actor: { kind: 'visitor' }, campus, origin: 'server' },
    );
    if (!outcome.ok) throw new HttpRefused([outcome.rejection]);
    response.status(202).json({ ok: true });
  });
  return router;
}
