import { randomInt } from 'node:crypto';
import { Router } from 'express';
import * as z from 'zod/mini';
import { adAccess } from '#domain/ad/access.ts';
import { SLOTS_MAX } from '#domain/ad/limits.ts';
import { findCampus } from '#domain/campus/face.ts';
import { createAddressThrottle } from '../fairness/addressThrottle.ts';
import { refuseWith } from '../http/errors.ts';
import { addressOf } from '../http/requestContext.ts';
import type { NounRouteParts } from '../http/routeParts.ts';
import { readReader } from '../read/reader.ts';
import { createDealing } from './dealing.ts';
import { DEALS_OWN_SHARE, DEALS_PER_ADDRESS } from './limits.ts';
import { createRings } from './ring.ts';
import { PLACES } from './turns.ts';

/** A whole number in an address. */
const number = (max: number) => z.coerce.number().check(z.int(), z.minimum(0), z.maximum(max));
const querySchema = z.object({
  /** Where the page begins; left out: it is new. */
  place: z.optional(number(PLACES)),
  /** Number of the page's first slot that has no ad yet. */
  from: z.optional(number(SLOTS_MAX)),
});

type Parts = Pick<NounRouteParts, 'authenticate' | 'userOf' | 'readStore' | 'clock' | 'rateShare'>;

/**
 * `GET /api/sponsored/:campus?place&from`: the posts of the ads for the next slots of a page, and where in their order it begins. The
 * pages of a campus begin so that each of its ads is seen as often as any other, however many run.
 */
export function dealRoutes({ authenticate, userOf, readStore, clock, rateShare: share }: Parts): Router {
  const router = Router();
  const byAddress = createAddressThrottle(
    { perAddress: DEALS_PER_ADDRESS, ownShare: DEALS_OWN_SHARE },
    { clock, name: 'deals', share },
  );
  const rings = createRings({ readStore, clock });
  const dealing = createDealing({ first: () => randomInt(PLACES), clock });
  router.get('/api/sponsored/:campus', async (request, response) => {
    const seconds = byAddress.take(addressOf(request), () => userOf(request.headers));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const { campus } = request.params;
    const asked = querySchema.safeParse(request.query);
    if (findCampus(campus) === undefined || !asked.success) throw refuseWith('NOT_FOUND');
    const userId = (await authenticate(request, response))?.userId ?? null;
    const reader = await readReader(readStore, userId);
    if (!adAccess.maySeeSponsored(reader, { campus })) throw refuseWith('TOPIC_FORBIDDEN');
    const ring = await rings.of(campus);
    const { place, from = 0 } = asked.data;
    const asker = userId ?? addressOf(request);
    const found = place === undefined ? dealing.begin(campus, ring, asker) : dealing.goOn(ring, { place, from });
    response.set('Cache-Control', 'no-store').json({ place: found.place, posts: found.ads.map(({ id }) => id) });
  });
  return router;
}
