import { Router } from 'express';
import * as z from 'zod/mini';
import { idSchema } from '#domain/kernel/ids.ts';
import { isUnderWay } from '#domain/user/codes.ts';
import { EMAIL_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { userFact } from '#domain/user/state.ts';
import { HttpRefused, refuseWith } from '../../http/errors.ts';
import { provenBy, provenBySchema } from '../../http/provenBy.ts';
import { type Authenticate, campusOf, readBody } from '../../http/requestContext.ts';
import type { ProveAgain } from '../../identity/proveAgain.ts';
import type { Dispatcher } from '../../write/dispatcher.ts';

const bodySchema = z.strictObject({
  id: idSchema,
  email: z.string().check(z.maxLength(EMAIL_MAX_CHARACTERS)),
  password: provenBySchema,
});

/**
 * `POST /api/email-change/code`: mails a code to another address, which is to become the account's (VERF-19). The address
 * opens the account by a link, so a stolen session must not get there: the person proves again who they are. With the code
 * the change is done by `POST /api/email-change`; there is no such code without the proof.
 */
export function emailChangeRoutes(options: {
  readonly authenticate: Authenticate;
  readonly proveAgain: ProveAgain;
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>;
  readonly secureCookies: boolean;
  readonly clock: () => Date;
}): Router {
  const { authenticate, proveAgain, dispatcher, secureCookies, clock } = options;
  const router = Router();

  router.post('/api/email-change/code', async (request, response) => {
    const signedIn = await authenticate(request, response);
    if (signedIn === null) throw refuseWith('SIGNED_OUT');
    const { id, email, password } = readBody(request, bodySchema);
    const { userId } = signedIn;
    const { codes } = await dispatcher.stateOf(userFact(userId));
    // The proof was given then, and only the mail is missing.
    if (!isUnderWay(codes, email, clock().toISOString())) {
      const doubt = await proveAgain(signedIn, provenBy(request, password, secureCookies));
      if (doubt !== null) throw new HttpRefused([doubt]);
    }
    const outcome = await dispatcher.dispatch(
      { id, type: 'RequestEmailChange', version: 1, data: { email } },
      { actor: { kind: 'user', userId }, campus: campusOf(request).id, origin: 'server' },
    );
    if (!outcome.ok) throw new HttpRefused([outcome.rejection]);
    response.json({ ok: true, position: outcome.position });
  });

  return router;
}
