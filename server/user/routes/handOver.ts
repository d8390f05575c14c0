import { Router } from 'express';
import * as z from 'zod/mini';
import { findCampus } from '#domain/campus/face.ts';
import { CAMPUS_ID_MAX_CHARACTERS } from '#domain/campus/limits.ts';
import type { Rate } from '../../fairness/rate.ts';
import { createRateLimiter } from '../../fairness/rateLimiter.ts';
import type { JoinRates } from '../../fairness/rateShare.ts';
import { refuseWith } from '../../http/errors.ts';
import { type Authenticate, addressOf, campusOf, readBody } from '../../http/requestContext.ts';
import type { HandOver } from '../../identity/handOver.ts';
import type { SignIn } from './session.ts';

/** Hand-overs of one user: each is a visit to another campus. */
export const HAND_OVERS_PER_USER: Rate = { perMinute: 20, burst: 20 };
/** Hand-over codes that one network address uses, or guesses: a dormitory may share one. */
export const HAND_OVER_USES_PER_ADDRESS: Rate = { perMinute: 240, burst: 240 };

/** Drawn by the page that waits for the code: 128 bits in hex. */
const stateSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/));
const drawSchema = z.strictObject({
  campus: z.string().check(
    z.maxLength(CAMPUS_ID_MAX_CHARACTERS),
    z.refine((id) => findCampus(id) !== undefined),
  ),
  state: stateSchema,
});
/** Characters of a code and of whatever is sent in the place of one. */
const CODE_MAX_CHARACTERS = 200;
const useSchema = z.strictObject({ code: z.string().check(z.maxLength(CODE_MAX_CHARACTERS)), state: stateSchema });

/**
 * `POST /api/hand-over` ({campus, state}): a code for this browser's session, for another campus's host.
 * `POST /api/hand-over/use` ({code, state}) there: signs the browser in. Codes travel in bodies and fragments alone, so
 * they are in no address that a log or a Referer has (P9).
 */
export function handOverRoutes(options: {
  readonly authenticate: Authenticate;
  readonly handOver: HandOver;
  readonly signIn: SignIn;
  readonly clock: () => Date;
  readonly rateShare: JoinRates | null;
}): Router {
  const { authenticate, handOver, signIn, clock, rateShare: share } = options;
  const perUser = createRateLimiter(HAND_OVERS_PER_USER, { clock, name: 'hand-overs', share });
  const perAddress = createRateLimiter(HAND_OVER_USES_PER_ADDRESS, { clock, name: 'hand-over-uses', share });
  const router = Router();

  router.post('/api/hand-over', async (request, response) => {
    const target = readBody(request, drawSchema);
    const signedIn = await authenticate(request, response);
    if (signedIn === null) throw refuseWith('SIGNED_OUT');
    const seconds = perUser.take(signedIn.userId);
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    response.set('Cache-Control', 'no-store').json({ code: await handOver.draw(signedIn, target) });
  });

  router.post('/api/hand-over/use', async (request, response) => {
    const seconds = perAddress.take(addressOf(request));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const { code, state } = readBody(request, useSchema);
    const source = await handOver.use(code, { campus: campusOf(request).id, state });
    if (source === null) throw refuseWith('HAND_OVER_REFUSED');
    const { userId, sessionId } = source;
    await signIn({ userId, proof: { way: 'hand-over', sessionId }, isNew: false }, request, response);
    response.set('Cache-Control', 'no-store').json({ user: { id: userId } });
  });
  return router;
}
