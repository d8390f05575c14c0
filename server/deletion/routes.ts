import { Router } from 'express';
import * as z from 'zod/mini';
import { deletionFact } from '#domain/deletion/decider.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { HttpRefused, refuseWith } from '../http/errors.ts';
import { provenBy, provenBySchema } from '../http/provenBy.ts';
import { type Authenticate, addressOf, campusOf, readBody } from '../http/requestContext.ts';
import { signedOutCookies } from '../identity/cookies.ts';
import type { ProveAgain } from '../identity/proveAgain.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

const bodySchema = z.strictObject({ id: idSchema, password: provenBySchema });

/** `POST /api/account/deletion`: requests the deletion of the sender's account, and signs every browser out. */
export function deletionRoutes(options: {
  readonly authenticate: Authenticate;
  readonly proveAgain: ProveAgain;
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
  readonly security: SecurityLog;
  readonly secureCookies: boolean;
}): Router {
  const { authenticate, proveAgain, dispatcher, sessions, security, secureCookies } = options;
  const router = Router();

  router.post('/api/account/deletion', async (request, response) => {
    const signedIn = await authenticate(request, response);
    if (signedIn === null) throw refuseWith('SIGNED_OUT');
    const { id, password } = readBody(request, bodySchema);
    const { userId } = signedIn;
    const doubt = await proveAgain(signedIn, provenBy(request, password, secureCookies));
    if (doubt !== null) throw new HttpRefused([doubt]);
    const outcome = await dispatcher.dispatch(
      { id, type: 'RequestDeletion', version: 1, data: {} },
      { actor: { kind: 'user', userId }, campus: campusOf(request).id, origin: 'server' },
    );
    if (!outcome.ok) throw new HttpRefused([outcome.rejection]);
    security('sensitive_delete', { user: userId, address: addressOf(request) });
    const { receipt, dueAt } = await dispatcher.stateOf(deletionFact(userId));
    // The reactor ends them as well; a browser that has this answer must not find itself signed in.
    await sessions.endAllOf(userId);
    response.removeHeader('Set-Cookie');
    response.append('Set-Cookie', [...signedOutCookies(secureCookies)]);
    response.set('Cache-Control', 'no-store').json({ receipt, dueAt });
  });

  return router;
}
