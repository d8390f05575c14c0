import { type Request, type Response, Router } from 'express';
import * as z from 'zod/mini';
import { idSchema } from '#domain/kernel/ids.ts';
import { PASSKEY_NAME_INPUT_MAX_CHARACTERS } from '#domain/passkey/limits.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import { HttpRefused, refuseWith } from '../http/errors.ts';
import { addressOf, campusOf, readBody } from '../http/requestContext.ts';
import type { CreateRoutes, NounRouteParts } from '../http/routeParts.ts';
import { freshCookieName, readCookie, setCookie } from '../identity/cookies.ts';
import { describeDevice } from '../identity/device.ts';
import { assertionSchema, PasskeyRefused, registrationSchema } from '../identity/passkey/ceremonies.ts';
import type { PasskeyOwner } from '../identity/passkey/changes.ts';
import {
  PASSKEY_CHALLENGE_SECONDS,
  PASSKEY_CHANGES_PER_USER,
  PASSKEY_REQUESTS_PER_ADDRESS,
} from '../identity/passkey/limits.ts';
import { createSignIn } from '../user/face.ts';

/** Most characters of a password field; a longer body is refused unread. */
const PASSWORD_FIELD_MAX_CHARACTERS = 200;
const MS_PER_SECOND = 1_000;

const password = z.string().check(z.maxLength(PASSWORD_FIELD_MAX_CHARACTERS));
const beginSchema = z.strictObject({ current: password });
const addSchema = z.strictObject({
  answer: registrationSchema,
  /** Empty: it is named after the browser. */
  name: z.string().check(z.maxLength(PASSKEY_NAME_INPUT_MAX_CHARACTERS)),
});
const removeSchema = z.strictObject({ id: idSchema, current: password });

/** The origin is one of ours: `requireOwnOrigin` has checked it. */
const originOf = (request: Request): string => request.get('origin') ?? '';

/**
 * `POST /api/passkeys/challenge` begins to sign in with a passkey and `POST /api/passkeys/session` does it;
 * `POST /api/passkeys/new` begins to add one and `POST /api/passkeys` does it; `POST /api/passkeys/:id/removal` removes one.
 * A challenge stays in the cookie of the browser that asked for it, one for each of the two uses.
 */
export const passkeyRoutes: CreateRoutes = (parts) => {
  const { identity, secureCookies, logger } = parts;
  const { passkeys } = identity;
  const signIn = createSignIn(parts);
  const cookies = challengeCookies(secureCookies);
  const limits = limitsOf(parts);
  const router = Router();

  router.post('/api/passkeys/challenge', async (request, response) => {
    limits.address(request);
    const { options, cookie } = await passkeys.beginSignIn(originOf(request));
    cookies.keep(response, 'sign_in', cookie);
    response.json({ options });
  });

  router.post('/api/passkeys/session', async (request, response) => {
    limits.address(request);
    const answer = readBody(request, assertionSchema);
    const cookie = cookies.take(request, response, 'sign_in');
    const visit = { origin: originOf(request), cookie, address: addressOf(request) };
    const opened = await refusing(() => passkeys.open(answer, visit));
    if (!opened.ok) throw new HttpRefused([opened.rejection]);
    await signIn({ userId: opened.userId, proof: { way: 'passkey' }, isNew: false }, request, response);
    await parts.answerSignedIn(opened.userId, request, response);
  });

  router.post('/api/passkeys/new', async (request, response) => {
    const by = await ownerOf(request, response);
    const begun = await passkeys.changes.begin(readBody(request, beginSchema).current, by);
    if (!begun.ok) throw new HttpRefused([begun.rejection]);
    cookies.keep(response, 'new', begun.cookie);
    response.json({ options: begun.options });
  });

  router.post('/api/passkeys', async (request, response) => {
    const by = await ownerOf(request, response);
    const { answer, name: typed } = readBody(request, addSchema);
    const cookie = cookies.take(request, response, 'new');
    const name = typed.trim() === '' ? describeDevice(request.get('user-agent')) : typed;
    const refused = await refusing(() => passkeys.changes.add({ answer, name }, cookie, by));
    if (refused !== null) throw new HttpRefused([refused]);
    response.json({ ok: true });
  });

  router.post('/api/passkeys/:id/removal', async (request, response) => {
    const by = await ownerOf(request, response);
    const { id, current } = readBody(request, removeSchema);
    const passkeyId = idSchema.safeParse(request.params.id);
    if (!passkeyId.success) throw refuseWith('PASSKEY_UNKNOWN');
    const refused = await passkeys.changes.remove({ id, passkeyId: passkeyId.data, current }, by);
    if (refused !== null) throw new HttpRefused([refused]);
    response.json({ ok: true });
  });

  async function ownerOf(request: Request, response: Response): Promise<PasskeyOwner> {
    const signedIn = await parts.authenticate(request, response);
    if (signedIn === null) throw refuseWith('SIGNED_OUT');
    limits.user(signedIn.userId);
    response.set('Cache-Control', 'no-store');
    const { userId, sessionId } = signedIn;
    const fresh = readCookie(request.get('cookie'), freshCookieName(secureCookies));
    const at = { campus: campusOf(request).id, address: addressOf(request), origin: originOf(request), fresh };
    return { userId, sessionId, ...at };
  }

  /** @throws HttpRefused the proof of a device is wrong */
  async function refusing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PasskeyRefused)) throw error;
      logger.info({ err: error.cause }, 'A passkey was refused.');
      throw refuseWith('PASSKEY_REFUSED');
    }
  }

  return [router];
};

/** The cookies that hold challenges, one for each use, so that a page that waits for a sign-in hinders no addition. */
function challengeCookies(secure: boolean) {
  const prefix = secure ? '__Host-' : '';
  const names = { sign_in: `${prefix}quad_passkey_sign_in`, new: `${prefix}quad_passkey_new` } as const;
  const nameOf = (use: 'sign_in' | 'new') => names[use];
  const set = (response: Response, use: 'sign_in' | 'new', text: string, seconds: number) =>
    response
      .set('Cache-Control', 'no-store')
      .append('Set-Cookie', setCookie(nameOf(use), text, seconds * MS_PER_SECOND, secure));
  return {
    keep: (response: Response, use: 'sign_in' | 'new', text: string) =>
      set(response, use, text, PASSKEY_CHALLENGE_SECONDS),
    /** The text, which the browser forgets. */
    take(request: Request, response: Response, use: 'sign_in' | 'new'): string | null {
      set(response, use, '', 0);
      return readCookie(request.get('cookie'), nameOf(use));
    },
  };
}

/** Limits of requests. Each throws HttpRefused when it is reached. */
function limitsOf({ clock, rateShare: share }: Pick<NounRouteParts, 'clock' | 'rateShare'>) {
  const perAddress = createRateLimiter(PASSKEY_REQUESTS_PER_ADDRESS, { clock, name: 'passkeys', share });
  const perUser = createRateLimiter(PASSKEY_CHANGES_PER_USER, { clock, name: 'passkey-changes', share });
  const refuse = (seconds: number) => {
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
  };
  return {
    address: (request: Request) => refuse(perAddress.take(addressOf(request))),
    user: (userId: string) => refuse(perUser.take(userId)),
  };
}
