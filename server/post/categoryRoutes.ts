import { Router } from 'express';
import { findCampus } from '#domain/campus/face.ts';
import { postAccess } from '#domain/post/access.ts';
import { createAddressThrottle } from '../fairness/addressThrottle.ts';
import type { Rate } from '../fairness/rate.ts';
import { refuseWith } from '../http/errors.ts';
import { addressOf } from '../http/requestContext.ts';
import type { NounRouteParts } from '../http/routeParts.ts';
import { readReader } from '../read/reader.ts';
import { categoryCountsOf } from './categoryCounts.ts';

/** Questions of one network address: a page asks once, and a whole dormitory may share one. */
const COUNTS_PER_ADDRESS: Rate = { perMinute: 600, burst: 300 };
/** Of one user when those of the address are used up. */
const COUNTS_OWN_SHARE: Rate = { perMinute: 30, burst: 30 };

type Parts = Pick<NounRouteParts, 'authenticate' | 'userOf' | 'readStore' | 'clock' | 'rateShare'>;

/** `GET /api/categories/:campus`: how many posts of each category the campus's feed has, for those who may see it. */
export function categoryRoutes({ authenticate, userOf, readStore, clock, rateShare: share }: Parts): Router {
  const router = Router();
  const byAddress = createAddressThrottle(
    { perAddress: COUNTS_PER_ADDRESS, ownShare: COUNTS_OWN_SHARE },
    { clock, name: 'categories', share },
  );
  const countsOf = categoryCountsOf({ readStore, clock });
  router.get('/api/categories/:campus', async (request, response) => {
    const seconds = byAddress.take(addressOf(request), () => userOf(request.headers));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const { campus } = request.params;
    if (findCampus(campus) === undefined) throw refuseWith('NOT_FOUND');
    const reader = await readReader(readStore, (await authenticate(request, response))?.userId ?? null);
    if (!postAccess.maySee(reader, { campus })) throw refuseWith('TOPIC_FORBIDDEN');
    response.set('Cache-Control', 'no-store').json(await countsOf(campus));
  });
  return router;
}
