import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import * as z from 'zod/mini';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createRateLimiter } from '../../fairness/rateLimiter.ts';
import type { JoinRates } from '../../fairness/rateShare.ts';
import { HttpRefused, inWordsOf, refuseWith } from '../../http/errors.ts';
import { addressOf, campusOf, readBody } from '../../http/requestContext.ts';
import { readCookie, setCookie } from '../../identity/cookies.ts';
import type { GoogleAttempt } from '../../identity/google/attempts.ts';
import type { Google } from '../../identity/google/google.ts';
import { GOOGLE_ATTEMPT_SECONDS, GOOGLE_REQUESTS_PER_ADDRESS } from '../../identity/google/limits.ts';
import { GoogleRefused } from '../../identity/google/provider.ts';
import type { Logger } from '../../observability/logging.ts';
import type { SignIn } from './session.ts';

/** To where Google leads back; registered there for each host. */
export const GOOGLE_CALLBACK_PATH = '/api/google/callback';
/** The page that ends a way to Google: it notifies the tab that began it, and closes itself. */
const RETURN_PAGE = '/login/google';

const MS_PER_SECOND = 1_000;

const beginSchema = z.strictObject({ popup: z.boolean() });

/** Refusals of a session, in the words of signing in with Google (AUTH-19, AUTH-20). */
const IN_GOOGLES_WORDS: Readonly<Record<string, string>> = {
  USER_ERASED: 'GOOGLE_DISABLED',
  ACCOUNT_BANNED: 'GOOGLE_ACCOUNT_BANNED',
};

export interface GoogleRouteParts {
  /** `null`: it is not configured. */
  readonly google: Google | null;
  readonly signIn: SignIn;
  readonly secureCookies: boolean;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
  readonly logger: Logger;
}

/**
 * `POST /api/google` begins a way to Google, `GET /api/google/callback` ends it (AUTH-17). Beginning is a POST, so that no
 * other site can begin one; the way back has to carry the state that only this browser's cookie knows.
 */
export function googleRoutes({ google, signIn, secureCookies, clock, rateShare, logger }: GoogleRouteParts): Router {
  const router = Router();
  if (google === null) return router;
  const perAddress = createRateLimiter(GOOGLE_REQUESTS_PER_ADDRESS, { clock, name: 'google', share: rateShare });
  const cookieName = `${secureCookies ? '__Host-' : ''}quad_google`;
  const keep = (response: Response, text: string, seconds: number) =>
    response.append('Set-Cookie', setCookie(cookieName, text, seconds * MS_PER_SECOND, secureCookies));
  const limit = (request: Request) => {
    const seconds = perAddress.take(addressOf(request));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
  };

  router.post('/api/google', async (request, response) => {
    limit(request);
    const { popup } = readBody(request, beginSchema);
    // The origin is one of ours: `requireOwnOrigin` has checked it.
    const origin = request.get('origin') ?? '';
    const faults = { unavailable: 'GOOGLE_FAILED', fault: 'GOOGLE_UNKNOWN' };
    const { url, secrets } = await inWordsOf(faults, () => google.provider.begin(origin + GOOGLE_CALLBACK_PATH));
    const id = randomUUID();
    keep(response, google.attempts.write({ id, origin, popup, ...secrets }), GOOGLE_ATTEMPT_SECONDS);
    response.set('Cache-Control', 'no-store').json({ url, attempt: id });
  });

  async function finish(attempt: GoogleAttempt, request: Request, response: Response): Promise<void> {
    limit(request);
    const account = await google?.provider.finish(new URL(request.originalUrl, attempt.origin), attempt);
    if (account === undefined) return;
    const visit = { id: attempt.id, campus: campusOf(request).id, address: addressOf(request) };
    const opened = await google?.open(account, visit);
    if (opened?.ok === false) throw new HttpRefused([opened.rejection]);
    if (opened?.ok !== true) return;
    const proof = { way: 'google', googleId: account.id } as const;
    await signIn({ ...opened, proof }, request, response);
  }

  /** The code of a failure, and why an account is banned, for the page that shows it. */
  function problemOf(error: unknown): { readonly problem: string; readonly reason?: string } {
    if (error instanceof HttpRefused) {
      const { code, data } = error.rejections[0];
      const problem = IN_GOOGLES_WORDS[code] ?? code;
      return code === 'ACCOUNT_BANNED' && data.reason !== undefined
        ? { problem, reason: String(data.reason) }
        : { problem };
    }
    return { problem: faultOf(error) };
  }

  function faultOf(error: unknown): string {
    if (error instanceof GoogleRefused) {
      logger.info({ err: error.cause, code: error.code }, 'Google did not say who it is.');
      return error.code;
    }
    logger.error({ err: error }, 'A sign-in with Google failed.');
    return error instanceof Unavailable ? 'GOOGLE_FAILED' : 'GOOGLE_UNKNOWN';
  }

  router.get(GOOGLE_CALLBACK_PATH, async (request, response) => {
    const attempt = google.attempts.read(readCookie(request.get('cookie'), cookieName));
    const back = new URLSearchParams();
    let behind = '';
    if (attempt === null) back.set('problem', 'GOOGLE_INVALID');
    else {
      back.set('attempt', attempt.id);
      if (attempt.popup) back.set('popup', '1');
      await finish(attempt, request, response).catch((error: unknown) => {
        const { problem, reason } = problemOf(error);
        back.set('problem', problem);
        // No server gets it: addresses are noted on their way.
        if (reason !== undefined) behind = `#${new URLSearchParams({ reason })}`;
      });
    }
    keep(response, '', 0);
    response.set('Cache-Control', 'no-store').redirect(303, `${RETURN_PAGE}?${back}${behind}`);
  });

  return router;
}
