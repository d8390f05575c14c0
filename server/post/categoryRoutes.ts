import { Router } from 'express';
import { findCampus } from '#domain/campus/face.ts';
import { postAccess } from '#domain/post/access.ts';
import type { Rate } from '../fairness/rate.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import { refuseWith } from '../http/errors.ts';
import { addressOf } from '../http/requestContext.ts';
import type { NounRouteParts } from '../http/routeParts.ts';
import { readReader } from '../read/reader.ts';
import { categoryCountsOf } from './categoryCounts.ts';

/** Questions of one network address: a page asks once, and a whole dormitory may share one. */
const COUNTS_PER_ADDRESS: Rate = { perMinute: 600, burst: 300 };

type Parts = Pick<NounRouteParts, 'authenticate' | 'readStore' | 'clock' | 'rateShare'>;

/** `GET /api/categories/:campus`: how many posts of each category the campus's feed has, for those who may see it. */
export function categoryRoutes({ authenticate, readStore, clock, rateShare: share }: Parts): Router {
  const router = Router();
  const byAddress = createRateLimiter(COUNTS_PER_ADDRESS, { clock, name: 'categories', share });
  const countsOf = categoryCountsOf({ readStore, clock });
  router.get('/api/categories/:campus', async (request, response) => {
    const seconds = byAddress.take(addressOf(request));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const { campus } = request.params;
    if (findCampus(campus) === undefined) throw refuseWith('NOT_FOUND');
    const reader = await readReader(readStore, (await authenticate(request, response))?.userId ?? null);
    if (!postAccess.maySee(reader, { campus })) throw refuseWith('TOPIC_FORBIDDEN');
    response.set('Cache-Control', 'no-store').json(await countsOf(campus));
  });
  return router;
}
