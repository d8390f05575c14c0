import { type Request, type Response, Router } from 'express';
import * as z from 'zod/mini';
import { measureJson } from '#domain/kernel/jsonLimits.ts';
import { EMAIL_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { mayOpenSession, type SignInProof } from '#domain/user/signIn.ts';
import { userFact } from '#domain/user/state.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createRateLimiter } from '../../fairness/rateLimiter.ts';
import type { JoinRates } from '../../fairness/rateShare.ts';
import { HttpRefused, inWordsOf, refuseWith } from '../../http/errors.ts';
import { type Authenticate, addressOf, campusOf } from '../../http/requestContext.ts';
import type { AnswerSignedIn, NounRouteParts } from '../../http/routeParts.ts';
import { freshCookieName, readCookies, setCookie, signedInCookies, signedOutCookies } from '../../identity/cookies.ts';
import { describeDevice } from '../../identity/device.ts';
import type { FreshSignIn } from '../../identity/freshSignIn.ts';
import type { Google } from '../../identity/google/google.ts';
import { FRESH_SIGN_IN_MS, LOGINS_PER_ADDRESS } from '../../identity/limits.ts';
import type { LogIn } from '../../identity/login.ts';
import type { Sessions } from '../../identity/sessions.ts';
import type { Dispatcher } from '../../write/dispatcher.ts';
import { createCountLogin } from './countLogin.ts';

/** Most characters of a password field; a longer body is refused unread. */
const PASSWORD_FIELD_MAX_CHARACTERS = 200;

/** Codes for faults of a login (AUTH-09). */
const LOGIN_FAULTS = { unavailable: 'TRY_AGAIN', fault: 'LOGIN_FAULT' } as const;

const loginSchema = z.strictObject({
  email: z.string().check(z.maxLength(EMAIL_MAX_CHARACTERS)),
  password: z.string().check(z.maxLength(PASSWORD_FIELD_MAX_CHARACTERS)),
});

/**
 * Sets the cookies of a new session, and ends the browser's former session. Every way of signing in ends here, so that
 * `mayOpenSession` is asked in one place.
 *
 * @throws HttpRefused the session may not begin
 */
export type SignIn = (
  by: {
    readonly userId: string;
    readonly proof: SignInProof;
    /** Whether the account was made by this very way: that is a sign-up, and no log-in. */
    readonly isNew: boolean;
  },
  request: Request,
  response: Response,
) => Promise<void>;

/** Makes the way from an identified user to a signed-in browser. */
export function createSignIn(
  parts: Pick<NounRouteParts, 'secureCookies' | 'countsLogins' | 'logger'> & {
    readonly identity: { readonly sessions: Sessions; readonly freshSignIn: Pick<FreshSignIn, 'issue'> };
    readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf' | 'barOf'>;
  },
): SignIn {
  const { dispatcher, secureCookies } = parts;
  const { sessions, freshSignIn } = parts.identity;
  const countLogin = createCountLogin(parts);
  return async ({ userId, proof, isNew }, request, response) => {
    const campus = campusOf(request).id;
    const replaced = await sessions.identify(readCookies(request.get('cookie'), secureCookies));
    const { renewed, sessionId } = await sessions.start(
      userId,
      describeDevice(request.get('user-agent')),
      campus,
      proof.way === 'hand-over' ? proof.sessionId : undefined,
    );
    // The user may have been erased or banned, or the password changed, while the password was queued, and that may have
    // ended all sessions before this one began (P10, GUARD-11). A change that begins after this check finds it.
    const user = await dispatcher.stateOf(userFact(userId));
    const denied = mayOpenSession(user, proof) ?? (await dispatcher.barOf(userId));
    // Nor does it outlive the one that it was handed over from, if that has ended meanwhile.
    const isCutOff = proof.way === 'hand-over' && !(await sessions.stands(proof.sessionId));
    if (denied !== null || isCutOff) {
      await sessions.end(sessionId);
      throw denied === null ? refuseWith('HAND_OVER_REFUSED') : new HttpRefused([denied]);
    }
    // Once the browser has the new cookies, it cannot end the old session any more.
    if (replaced !== null) await sessions.end(replaced.sessionId);
    if (renewed === null) return;
    response.append('Set-Cookie', [...signedInCookies(renewed.access, renewed.refresh, secureCookies)]);
    // A session that comes from another host proves nothing that the other host's browser has not proven long ago.
    if (proof.way === 'hand-over') return;
    if (!isNew) void countLogin(userId, campus);
    const fresh = freshSignIn.issue({ userId, sessionId });
    response.append('Set-Cookie', setCookie(freshCookieName(secureCookies), fresh, FRESH_SIGN_IN_MS, secureCookies));
  };
}

/** `/api/session`: who is signed in, log in (AUTH-03), log out. */
export function sessionRoutes(options: {
  readonly authenticate: Authenticate;
  readonly logIn: LogIn;
  readonly signIn: SignIn;
  readonly answerSignedIn: AnswerSignedIn;
  readonly sessions: Sessions;
  readonly dispatcher: Pick<Dispatcher, 'barOf'>;
  readonly secureCookies: boolean;
  /** Path of the development mailbox under a host, `null` when there is none. */
  readonly mailboxAt: (host: string | undefined) => string | null;
  /** `null`: it is not configured. */
  readonly google: Google | null;
  /** `null`: nothing can be paid for. */
  readonly payments: object | null;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
}): Router {
  const { authenticate, logIn, signIn, sessions, dispatcher, mailboxAt, google, payments } = options;
  const perAddress = createRateLimiter(LOGINS_PER_ADDRESS, {
    clock: options.clock,
    name: 'logins',
    share: options.rateShare,
  });
  const router = Router();

  /** The bar on a person whose session has ended; `null` also while the log cannot say: that it has ended is certain. */
  async function whyEnded(userId: string) {
    try {
      return await dispatcher.barOf(userId);
    } catch (error) {
      if (error instanceof Unavailable) return null;
      throw error;
    }
  }

  router.get('/api/session', async (request, response) => {
    const signedIn = await authenticate(request, response);
    const user = signedIn === null ? null : { id: signedIn.userId };
    // The cookies of a session that a ban has ended still name its person, who reads why.
    const named = user === null ? sessions.named(readCookies(request.get('cookie'), options.secureCookies)) : null;
    const ended = named === null ? null : await whyEnded(named);
    response.set('Cache-Control', 'no-store').json({
      user,
      campus: campusOf(request).id,
      mailbox: mailboxAt(request.get('host')),
      google: google !== null,
      payments: payments !== null,
      ...(ended !== null && { ended }),
    });
  });

  router.post('/api/session', async (request, response) => {
    const seconds = perAddress.take(addressOf(request));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    if (!measureJson(request.body).withinLimits) throw refuseWith('LOGIN_INVALID');
    const credentials = loginSchema.safeParse(request.body);
    if (!credentials.success) throw refuseWith('LOGIN_INVALID');
    const userId = await inWordsOf(LOGIN_FAULTS, async () => {
      const loggedIn = await logIn(credentials.data, addressOf(request));
      if (!loggedIn.ok) throw new HttpRefused([loggedIn.rejection]);
      await signIn({ ...loggedIn, isNew: false }, request, response);
      return loggedIn.userId;
    });
    await options.answerSignedIn(userId, request, response);
  });

  router.delete('/api/session', async (request, response) => {
    const signedIn = await authenticate(request, response);
    if (signedIn !== null) await sessions.end(signedIn.sessionId);
    response.removeHeader('Set-Cookie');
    response.append('Set-Cookie', [...signedOutCookies(options.secureCookies)]);
    response.json({ user: null });
  });

  return router;
}
