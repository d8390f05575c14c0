import { type Request, type Response, Router } from 'express';
import * as z from 'zod/mini';
import { CAMPUS_ID_MAX_CHARACTERS } from '#domain/campus/limits.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { EMAIL_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { createRateLimiter } from '../../fairness/rateLimiter.ts';
import type { JoinRates } from '../../fairness/rateShare.ts';
import { HttpRefused, refuseWith } from '../../http/errors.ts';
import { type Authenticate, addressOf, campusOf, readBody } from '../../http/requestContext.ts';
import { CODE_CHECKS_PER_USER } from '../../identity/limits.ts';
import type { Verification, Verified, Verifier } from '../../identity/verification.ts';

/** Most characters of a code field; a longer body is refused unread. */
const CODE_FIELD_MAX_CHARACTERS = 20;

const code = z.string().check(z.maxLength(CODE_FIELD_MAX_CHARACTERS));
const emailCodeSchema = z.strictObject({ id: idSchema, code });
const email = z.string().check(z.maxLength(EMAIL_MAX_CHARACTERS));
const emailChangeSchema = z.strictObject({ id: idSchema, code, email });
const schoolCodeSchema = z.strictObject({
  id: idSchema,
  code,
  email,
  campus: z.string().check(z.maxLength(CAMPUS_ID_MAX_CHARACTERS)),
});

/**
 * `POST /api/verification`, `POST /api/school-verification` and `POST /api/email-change`: codes from mails (VERF-01 to 06,
 * VERF-12, VERF-13, VERF-19).
 */
export function verificationRoutes(options: {
  readonly authenticate: Authenticate;
  readonly verification: Verification;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
}): Router {
  const { authenticate, verification } = options;
  const perUser = createRateLimiter(CODE_CHECKS_PER_USER, {
    clock: options.clock,
    name: 'code-checks',
    share: options.rateShare,
  });
  const router = Router();

  async function verifierOf(request: Request, response: Response): Promise<Verifier> {
    const signedIn = await authenticate(request, response);
    if (signedIn === null) throw refuseWith('SIGNED_OUT');
    const seconds = perUser.take(signedIn.userId);
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    return { userId: signedIn.userId, campus: campusOf(request).id, address: addressOf(request) };
  }

  router.post('/api/verification', async (request, response) => {
    const by = await verifierOf(request, response);
    answer(response, await verification.confirmEmail(readBody(request, emailCodeSchema), by));
  });

  router.post('/api/school-verification', async (request, response) => {
    const by = await verifierOf(request, response);
    answer(response, await verification.verifySchool(readBody(request, schoolCodeSchema), by));
  });

  router.post('/api/email-change', async (request, response) => {
    const by = await verifierOf(request, response);
    answer(response, await verification.changeEmail(readBody(request, emailChangeSchema), by));
  });

  return router;
}

function answer(response: Response, verified: Verified): void {
  if (!verified.ok) throw new HttpRefused([verified.rejection]);
  response.json({ ok: true, position: verified.position });
}
