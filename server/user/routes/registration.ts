import { Router } from 'express';
import * as z from 'zod/mini';
import { idSchema } from '#domain/kernel/ids.ts';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { HttpRefused, inWordsOf, refuseWith } from '../../http/errors.ts';
import { addressOf, campusOf, readBody } from '../../http/requestContext.ts';
import { REGISTRATIONS_PER_ADDRESS } from '../../identity/limits.ts';
import type { Register } from '../../identity/registration.ts';
import { createRateLimiter } from '../../write/rateLimiter.ts';
import type { JoinRates } from '../../write/rateShare.ts';
import type { SignIn } from './session.ts';

/** Most characters of a password field; a longer body is refused unread. */
const PASSWORD_FIELD_MAX_CHARACTERS = 200;

/** Codes for faults of a registration (AUTH-14). */
const REGISTRATION_FAULTS = { unavailable: 'TRY_AGAIN', fault: 'TRY_AGAIN' } as const;

const registrationSchema = z.strictObject({
  id: idSchema,
  email: z.string().check(z.maxLength(EMAIL_MAX_CHARACTERS)),
  name: z.string().check(z.maxLength(NAME_MAX_CHARACTERS)),
  password: z.string().check(z.maxLength(PASSWORD_FIELD_MAX_CHARACTERS)),
  acceptedTerms: z.literal(true),
});

/** `POST /api/registration`: makes an account (AUTH-11) and signs the browser in. */
export function registrationRoutes(options: {
  readonly register: Register;
  readonly signIn: SignIn;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
}): Router {
  const perAddress = createRateLimiter(REGISTRATIONS_PER_ADDRESS, {
    clock: options.clock,
    name: 'registrations',
    share: options.rateShare,
  });
  const router = Router();
  router.post('/api/registration', async (request, response) => {
    const seconds = perAddress.take(addressOf(request));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const { id, email, name, password } = readBody(request, registrationSchema);
    const { userId, position } = await inWordsOf(REGISTRATION_FAULTS, async () => {
      const registered = await options.register(
        { id, email, name, password },
        campusOf(request).id,
        addressOf(request),
      );
      if (!registered.ok) throw new HttpRefused(registered.rejections);
      // The first password has the user's own id. A form that is sent again may come after the owner of the address has
      // dropped it, by a link or a reset: it opens nothing then.
      const { userId } = registered;
      await options.signIn({ userId, proof: { way: 'password', passwordId: userId } }, request, response);
      return registered;
    });
    response.status(201).json({ ok: true, position, user: { id: userId } });
  });
  return router;
}
