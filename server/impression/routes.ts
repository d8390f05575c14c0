import { type Request, Router } from 'express';
import * as z from 'zod/mini';
import { adAccess } from '#domain/ad/access.ts';
import { type Action, actionSchema } from '#domain/impression/actions.ts';
import type { ActionViewer } from '#domain/impression/commands.ts';
import { ACTIONS_PER_REQUEST, SESSION_MAX_CHARACTERS } from '#domain/impression/limits.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { measureJson } from '#domain/kernel/jsonLimits.ts';
import { type Sponsored, sponsored } from '#projections/ad/collections.ts';
import { optOuts } from '#projections/analytics/collections.ts';
import { systemClock } from '#projections/engine/clock.ts';
import { readerOf, rightRefs } from '#projections/viewer.ts';
import { createAddressThrottle } from '../fairness/addressThrottle.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import { refuseWith } from '../http/errors.ts';
import { addressOf } from '../http/requestContext.ts';
import type { NounRouteParts } from '../http/routeParts.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import { createActionBatches } from './batches.ts';
import { countActionsBy } from './countActions.ts';
import {
  ACTION_REQUESTS_OWN_SHARE,
  ACTION_REQUESTS_PER_ADDRESS,
  ACTIONS_OF_ACCOUNT,
  ACTIONS_OF_ADDRESS,
  READS_GATHER_MS,
  REMEMBERED_ACTIONS,
} from './limits.ts';
import { createSharedGet } from './sharedGet.ts';

const bodySchema = z.object({
  /** The name of the page session: it is the page's own, and new with each. */
  session: z.string().check(z.minLength(1), z.maxLength(SESSION_MAX_CHARACTERS)),
  actions: z
    .array(z.object({ actionType: actionSchema, postId: idSchema }))
    .check(z.minLength(1), z.maxLength(ACTIONS_PER_REQUEST)),
});
type Asked = z.infer<typeof bodySchema>;

type Parts = Pick<
  NounRouteParts,
  'authenticate' | 'userOf' | 'dispatcher' | 'readStore' | 'clock' | 'rateShare' | 'logger'
>;

/**
 * `POST /api/trackPostAnalytics`: takes note of what somebody did with sponsored posts. Who it is, and from which address,
 * the server says itself (Q66). Whatever does not count is no error of the page, and only logged (ANLT-03).
 */
export function impressionRoutes(parts: Parts): Router {
  const { clock, rateShare: share, logger } = parts;
  const byAddress = createAddressThrottle(
    { perAddress: ACTION_REQUESTS_PER_ADDRESS, ownShare: ACTION_REQUESTS_OWN_SHARE },
    { clock, name: 'action-requests', share },
  );
  const ofAccount = createRateLimiter(ACTIONS_OF_ACCOUNT, { clock, name: 'actions-account', share });
  // Each process for itself: who looked at what does not leave its memory.
  const ofAddress = createRateLimiter(ACTIONS_OF_ADDRESS, { clock, name: 'actions-address', share: null });
  const batches = createActionBatches({ write: countActionsBy(parts), timer: systemClock });
  const get = createSharedGet({
    get: (refs) => parts.readStore.get(refs),
    timer: systemClock,
    waitMs: READS_GATHER_MS,
  });
  const counted = new RecentMap<string, true>(REMEMBERED_ACTIONS);

  /** The actions of somebody at one post that may be new. */
  function news({ session, actions }: Asked, postId: string, viewer: ActionViewer): readonly Action[] {
    const all = actions.filter((each) => each.postId === postId).map(({ actionType }) => actionType);
    const limit = viewer.kind === 'account' ? ofAccount : ofAddress;
    return [...new Set(all)].filter(
      (action) =>
        counted.get(keyOf({ viewer, session, postId, action })) === undefined &&
        limit.take(JSON.stringify([viewer.id, postId])) === 0,
    );
  }

  const router = Router();
  router.post('/api/trackPostAnalytics', async (request, response) => {
    const seconds = byAddress.take(addressOf(request), () => parts.userOf(request.headers));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const sent: unknown = request.body ?? {};
    const asked = bodySchema.safeParse(measureJson(sent).withinLimits ? sent : {});
    if (!asked.success || (await isRobot(request))) {
      logger.info({ isRobot: asked.success }, 'Actions at sponsored posts do not count.');
      return void response.status(204).end();
    }
    const { session } = asked.data;
    const userId = (await parts.authenticate(request, response))?.userId ?? null;
    const viewer: ActionViewer =
      userId === null ? { kind: 'address', id: addressOf(request) } : { kind: 'account', id: userId };
    const writing = (await countingAds(asked.data, userId, get)).map(async (ad) => {
      const postId = ad.id;
      const actions = news(asked.data, postId, viewer);
      if (actions.length === 0) return;
      const written = batches.add({ postId, adId: ad.ad, campus: ad.campus }, { viewer, session, actions });
      if (written === null) throw refuseWith('UNAVAILABLE');
      await written;
      for (const action of actions) counted.set(keyOf({ viewer, session, postId, action }), true);
    });
    await Promise.all(writing);
    response.status(204).end();
  });
  return router;
}

function keyOf(of: { viewer: ActionViewer; session: string; postId: string; action: Action }): string {
  return JSON.stringify([of.viewer.kind, of.viewer.id, of.session, of.postId, of.action]);
}

/** The list of robots loads with the first action, once: a server at rest has no memory for it, and each `import` has its price. */
let robots: Promise<typeof import('isbot')> | undefined;

/** Every browser says what it is. */
async function isRobot(request: Request): Promise<boolean> {
  const agent = request.get('user-agent') ?? '';
  if (agent === '') return true;
  robots ??= import('isbot');
  const { isbot } = await robots;
  return isbot(agent);
}

/**
 * The running ads of the posts that somebody names, if what this person does counts there: not that of internal accounts
 * (GUARD-12), of the owner, and of those who may not see the post.
 */
async function countingAds(
  { actions }: Asked,
  userId: string | null,
  get: Parts['readStore']['get'],
): Promise<readonly Sponsored[]> {
  const posts = [...new Set(actions.map(({ postId }) => postId))];
  const found = await get([
    ...rightRefs(userId),
    ...(userId === null ? [] : [{ collection: optOuts.name, key: userId }]),
    ...posts.map((key) => ({ collection: sponsored.name, key })),
  ]);
  if (found.some(({ collection, doc }) => collection === optOuts.name && doc !== null)) return [];
  const reader = readerOf(userId, found);
  return found
    .filter(({ collection, doc }) => collection === sponsored.name && doc !== null)
    .map(({ doc }) => doc as Sponsored)
    .filter((ad) => ad.author !== userId && adAccess.maySeeSponsored(reader, ad));
}
