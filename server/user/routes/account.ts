import { type Request, type Response, Router } from 'express';
import * as z from 'zod/mini';
import { idSchema } from '#domain/kernel/ids.ts';
import { createRateLimiter } from '../../fairness/rateLimiter.ts';
import type { JoinRates } from '../../fairness/rateShare.ts';
import { HttpRefused, refuseWith } from '../../http/errors.ts';
import { type Authenticate, addressOf, campusOf, readBody } from '../../http/requestContext.ts';
import { freshCookieName, readCookie } from '../../identity/cookies.ts';
import { PASSWORD_CHANGES_PER_USER } from '../../identity/limits.ts';
import type { ChangePassword } from '../../identity/passwordChange.ts';
import type { Sessions, SignedIn } from '../../identity/sessions.ts';
import type { UnlinkGoogle } from '../../identity/unlinkGoogle.ts';
import type { Owner } from '../../kernel/owner.ts';

/** Most characters of a password field; a longer body is refused unread. */
const PASSWORD_FIELD_MAX_CHARACTERS = 200;

const password = z.string().check(z.maxLength(PASSWORD_FIELD_MAX_CHARACTERS));
const unlinkSchema = z.strictObject({ id: idSchema, current: password });
const passwordSchema = z.strictObject({ id: idSchema, current: password, password });

/**
 * The ways into an account: `POST /api/password` changes the password (SETT-07), `POST /api/google/removal` undoes the link
 * with Google, `GET /api/sessions` lists the signed-in browsers, `DELETE /api/sessions/:id` ends one of them,
 * `DELETE /api/sessions` all others.
 */
export function accountRoutes(options: {
  readonly authenticate: Authenticate;
  readonly changePassword: ChangePassword;
  readonly unlinkGoogle: UnlinkGoogle;
  readonly sessions: Sessions;
  readonly secureCookies: boolean;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
}): Router {
  const { authenticate, changePassword, unlinkGoogle, sessions, secureCookies, clock, rateShare: share } = options;
  const perUser = createRateLimiter(PASSWORD_CHANGES_PER_USER, { clock, name: 'password-changes', share });
  const router = Router();

  async function owner(request: Request, response: Response): Promise<SignedIn> {
    const signedIn = await authenticate(request, response);
    if (signedIn === null) throw refuseWith('SIGNED_OUT');
    response.set('Cache-Control', 'no-store');
    return signedIn;
  }

  /** The signed-in user, as the one who changes what opens the account. Both changes count together: each asks a password. */
  async function changer(request: Request, response: Response): Promise<Owner> {
    const { userId, sessionId } = await owner(request, response);
    const seconds = perUser.take(userId);
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const fresh = readCookie(request.get('cookie'), freshCookieName(secureCookies));
    return { userId, sessionId, campus: campusOf(request).id, address: addressOf(request), fresh };
  }

  router.post('/api/password', async (request, response) => {
    const by = await changer(request, response);
    const refused = await changePassword(readBody(request, passwordSchema), by);
    if (refused !== null) throw new HttpRefused([refused]);
    response.json({ ok: true });
  });

  router.post('/api/google/removal', async (request, response) => {
    const by = await changer(request, response);
    const refused = await unlinkGoogle(readBody(request, unlinkSchema), by);
    if (refused !== null) throw new HttpRefused([refused]);
    response.json({ ok: true });
  });

  router.get('/api/sessions', async (request, response) => {
    const { userId, sessionId } = await owner(request, response);
    const found = await sessions.listOf(userId);
    response.json({
      sessions: found.map((session) => ({
        id: session.sessionId,
        device: session.device,
        campus: session.campus,
        begunAt: session.createdAt,
        usedAt: session.rotatedAt,
        isThis: session.sessionId === sessionId,
      })),
    });
  });

  router.delete('/api/sessions', async (request, response) => {
    const { userId, sessionId } = await owner(request, response);
    await sessions.endOthersOf(userId, sessionId);
    response.json({ ok: true });
  });

  router.delete('/api/sessions/:id', async (request, response) => {
    const { userId } = await owner(request, response);
    const found = (await sessions.listOf(userId)).find(({ sessionId }) => sessionId === request.params.id);
    // One that has ended already is the wanted result; the answer does not say that somebody else's exists.
    if (found !== undefined) await sessions.end(found.sessionId);
    response.json({ ok: true });
  });

  return router;
}
