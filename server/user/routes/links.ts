import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import * as z from 'zod/mini';
import type { Campus } from '#domain/campus/face.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { userAccess } from '#domain/user/access.ts';
import { mayBeClaimed } from '#domain/user/claim.ts';
import { checkEmail, maskEmail, normaliseEmail } from '#domain/user/email.ts';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { parseName } from '#domain/user/name.ts';
import { userFact } from '#domain/user/state.ts';
import { createRateLimiter } from '../../fairness/rateLimiter.ts';
import type { JoinRates } from '../../fairness/rateShare.ts';
import { HttpRefused, inWordsOf, refuseWith } from '../../http/errors.ts';
import { ownOriginOf } from '../../http/origins.ts';
import { type Authenticate, addressOf, campusOf, readBody } from '../../http/requestContext.ts';
import { LINK_REQUESTS_PER_ADDRESS, LINK_USES_PER_ADDRESS } from '../../identity/limits.ts';
import type { ResetPassword } from '../../identity/passwordReset.ts';
import type { SignInByLink } from '../../identity/signInByLink.ts';
import type { OpenReads } from '../../read/openReads.ts';
import { readReader } from '../../read/reader.ts';
import type { Dispatcher } from '../../write/dispatcher.ts';
import { type LinkEnvelope, noAccountMail, resetMail, signInMail, type TypedName } from '../links/linkMail.ts';
import type { SendLink } from '../links/linkSender.ts';
import type { SignIn } from './session.ts';

/** Most characters of a link's token and of a password field; a longer body is refused unread. */
const TOKEN_MAX_CHARACTERS = 100;
const PASSWORD_FIELD_MAX_CHARACTERS = 200;

/** Codes for faults of asking for a link (AUTH-28), and of using one. */
const REQUEST_FAULTS = { unavailable: 'LINK_NOT_SENT', fault: 'LINK_NOT_SENT' } as const;
const USE_FAULTS = { unavailable: 'TRY_AGAIN', fault: 'LOGIN_FAULT' } as const;

const email = z.string().check(z.maxLength(EMAIL_MAX_CHARACTERS));
const namePart = z.optional(z.string().check(z.maxLength(NAME_MAX_CHARACTERS)));
const token = z.string().check(z.maxLength(TOKEN_MAX_CHARACTERS));
const signInRequestSchema = z.strictObject({ email, first: namePart, last: namePart });
const claimSchema = z.strictObject({ userId: idSchema });
const pressSchema = z.strictObject({ email, token, first: namePart, last: namePart });
const resetRequestSchema = z.strictObject({ email });
const resetSchema = z.strictObject({
  id: idSchema,
  email,
  token,
  password: z.string().check(z.maxLength(PASSWORD_FIELD_MAX_CHARACTERS)),
});

/** Dependencies of the routes of links. */
export interface LinkRouteParts {
  readonly dispatcher: Pick<Dispatcher, 'ownerOf' | 'stateOf'>;
  readonly authenticate: Authenticate;
  readonly readStore: Pick<OpenReads, 'get'>;
  readonly sendLink: SendLink;
  readonly signInByLink: SignInByLink;
  readonly resetPassword: ResetPassword;
  readonly signIn: SignIn;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
}

/** Asking for links in mails, and using them: magic links (AUTH-26 to 29), new passwords (AUTH-21 to 24). */
export function linkRoutes(parts: LinkRouteParts): Router {
  const { dispatcher, sendLink, signInByLink, resetPassword, signIn, clock, rateShare: share } = parts;
  const asked = createRateLimiter(LINK_REQUESTS_PER_ADDRESS, { clock, name: 'link-requests', share });
  const used = createRateLimiter(LINK_USES_PER_ADDRESS, { clock, name: 'link-uses', share });
  const router = Router();

  function limit(limiter: typeof asked, request: Request): void {
    const seconds = limiter.take(addressOf(request));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
  }

  /** Mails a magic link; to an address without an account and a name, that there is none. */
  async function sendSignIn(to: string, name: TypedName | null, request: Request, response: Response): Promise<void> {
    const campus = campusOf(request);
    const owner = await dispatcher.ownerOf('email', to);
    const envelope = envelopeOf(to, owner, campus, response);
    const refused = await sendLink(
      { purpose: 'sign-in', email: to, campus: campus.id, address: addressOf(request) },
      (drawn) => {
        if (owner === null && name === null) return noAccountMail(envelope);
        return signInMail(envelope, drawn, owner === null ? name : null);
      },
    );
    if (refused !== null) throw new HttpRefused([refused]);
  }

  router.post('/api/sign-in-links', async (request, response) => {
    limit(asked, request);
    const { email, first, last } = readBody(request, signInRequestSchema);
    const to = addressIn(email);
    const name = nameIn(first, last);
    await inWordsOf(REQUEST_FAULTS, () => sendSignIn(to, name, request, response));
    response.status(202).json({ ok: true });
  });

  router.post('/api/sign-in-links/claim', async (request, response) => {
    limit(asked, request);
    const { userId } = readBody(request, claimSchema);
    const masked = await inWordsOf(REQUEST_FAULTS, async () => {
      const email = await claimableEmail(parts, userId, request, response);
      await sendSignIn(email, null, request, response);
      return maskEmail(email);
    });
    response.status(202).json({ ok: true, email: masked });
  });

  router.post('/api/session/link', async (request, response) => {
    limit(used, request);
    const { email, token, first, last } = readBody(request, pressSchema);
    const name = nameIn(first, last);
    const done = await inWordsOf(USE_FAULTS, async () => {
      const linked = await signInByLink(
        { email, token, name: name === null ? null : `${name.first} ${name.last}` },
        campusOf(request).id,
        addressOf(request),
      );
      if (!linked.ok) throw new HttpRefused([linked.rejection]);
      await signIn({ userId: linked.userId, proof: { way: 'link' }, isNew: linked.isNew }, request, response);
      return linked;
    });
    const { userId, isNew, passwordDropped } = done;
    response.json({ user: { id: userId }, isNew, passwordDropped });
  });

  router.post('/api/password-resets', async (request, response) => {
    limit(asked, request);
    const to = addressIn(readBody(request, resetRequestSchema).email);
    await inWordsOf(REQUEST_FAULTS, async () => {
      const owner = await dispatcher.ownerOf('email', to);
      if (owner === null) throw refuseWith('RESET_USER_UNKNOWN');
      const campus = campusOf(request);
      const refused = await sendLink(
        { purpose: 'reset-password', email: to, campus: campus.id, address: addressOf(request) },
        (drawn) => resetMail(envelopeOf(to, owner, campus, response), drawn),
      );
      if (refused !== null) throw new HttpRefused([refused]);
    });
    response.status(202).json({ ok: true });
  });

  router.post('/api/password-resets/use', async (request, response) => {
    limit(used, request);
    const form = readBody(request, resetSchema);
    await inWordsOf(USE_FAULTS, async () => {
      const reset = await resetPassword(form, campusOf(request).id, addressOf(request));
      if (!reset.ok) throw new HttpRefused([reset.rejection]);
    });
    response.json({ ok: true });
  });

  return router;
}

/**
 * The address of an account that may be claimed. Of somebody whom the asker may not see, a person of a private campus,
 * not even that there is an account.
 *
 * @throws HttpRefused nobody may claim it, or this asker may not know of it
 */
async function claimableEmail(
  { dispatcher, readStore, authenticate }: LinkRouteParts,
  userId: string,
  request: Request,
  response: Response,
): Promise<string> {
  const user = await dispatcher.stateOf(userFact(userId));
  const reader = await readReader(readStore, (await authenticate(request, response))?.userId ?? null);
  const isSeen = userAccess.maySee(reader, { id: userId, campus: user.campus ?? '' });
  if (!mayBeClaimed(user) || !isSeen) throw refuseWith('USER_UNKNOWN');
  return user.email;
}

/** The address of a form, normalised. @throws HttpRefused it is none (AUTH-06) */
function addressIn(typed: string): string {
  const wrong = checkEmail(typed);
  if (wrong !== null) throw new HttpRefused([wrong]);
  return normaliseEmail(typed);
}

/** The name of somebody who signs up. @throws HttpRefused it is none (AUTH-13) */
function nameIn(first: string | undefined, last: string | undefined): TypedName | null {
  if (first === undefined && last === undefined) return null;
  const parsed = parseName(`${first ?? ''} ${last ?? ''}`);
  if (!parsed.ok) throw new HttpRefused([parsed.rejection]);
  return parsed.name;
}

function envelopeOf(to: string, owner: string | null, campus: Campus, response: Response): LinkEnvelope {
  const idempotencyKey = randomUUID();
  // A mail to nobody's address is kept under its own id: there is no account with which it could be erased.
  return { idempotencyKey, recipient: owner ?? idempotencyKey, to, campus, origin: ownOriginOf(response) };
}
