import { Router } from 'express';
import * as z from 'zod/mini';
import { idSchema } from '#domain/kernel/ids.ts';
import { checkUnconfirmedChange } from '#domain/user/addressDecisions.ts';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { userFact } from '#domain/user/state.ts';
import { createRateLimiter } from '../../fairness/rateLimiter.ts';
import type { JoinRates } from '../../fairness/rateShare.ts';
import { HttpRefused, inWordsOf, refuseWith } from '../../http/errors.ts';
import { type Authenticate, addressOf, campusOf, readBody } from '../../http/requestContext.ts';
import { REGISTRATIONS_PER_ADDRESS, UNCONFIRMED_EMAIL_TRIES_PER_USER } from '../../identity/limits.ts';
import type { Register } from '../../identity/registration.ts';
import { expireUnconfirmedHolder } from '../../identity/unconfirmed/expireHolder.ts';
import type { Dispatcher } from '../../write/dispatcher.ts';
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

const correctionSchema = z.strictObject({ id: idSchema, email: z.string().check(z.maxLength(EMAIL_MAX_CHARACTERS)) });

/**
 * `POST /api/registration`: makes an account (AUTH-11) and signs the browser in. `POST /api/registration/email`: gives it
 * another address while it has confirmed none (VERF-01). Both tell whether an address is taken, so they have one limit.
 */
export function registrationRoutes(options: {
  readonly register: Register;
  readonly signIn: SignIn;
  readonly authenticate: Authenticate;
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf' | 'ownerOf'>;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
}): Router {
  const perAddress = createRateLimiter(REGISTRATIONS_PER_ADDRESS, {
    clock: options.clock,
    name: 'registrations',
    share: options.rateShare,
  });
  const perUser = createRateLimiter(UNCONFIRMED_EMAIL_TRIES_PER_USER, {
    clock: options.clock,
    name: 'unconfirmed-emails',
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
      const proof = { way: 'password', passwordId: userId } as const;
      await options.signIn({ userId, proof, isNew: true }, request, response);
      return registered;
    });
    response.status(201).json({ ok: true, position, user: { id: userId } });
  });

  router.post('/api/registration/email', async (request, response) => {
    const signedIn = await options.authenticate(request, response);
    if (signedIn === null) throw refuseWith('SIGNED_OUT');
    const { userId } = signedIn;
    const seconds = Math.max(perUser.take(userId), perAddress.take(addressOf(request)));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const { id, email } = readBody(request, correctionSchema);
    const campus = campusOf(request).id;
    const { dispatcher } = options;
    const refused = checkUnconfirmedChange(
      await dispatcher.stateOf(userFact(userId)),
      email,
      options.clock().toISOString(),
    );
    // As for a sign-up: an address that nobody confirmed in time is free. Its account ends only for somebody who may have it.
    if (refused === null) await expireUnconfirmedHolder(dispatcher, email, userId, campus);
    const outcome = await dispatcher.dispatch(
      { id, type: 'ChangeUnconfirmedEmail', version: 1, data: { email } },
      { actor: { kind: 'user', userId }, campus, origin: 'server' },
    );
    if (!outcome.ok) throw new HttpRefused([outcome.rejection]);
    response.json({ ok: true, position: outcome.position });
  });
  return router;
}
