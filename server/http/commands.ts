import { Router } from 'express';
import type { ClientCommands } from '../write/clientCommands.ts';
import { sendRefusals } from './errors.ts';
import { type Authenticate, addressOf, campusOf } from './requestContext.ts';

/** `POST /api/commands`: the same commands as over the socket, for clients without one. */
export function commandRoutes(options: {
  readonly authenticate: Authenticate;
  readonly commands: ClientCommands;
}): Router {
  const router = Router();
  router.post('/api/commands', async (request, response) => {
    const signedIn = await options.authenticate(request, response);
    const answer = await options.commands(request.body, {
      userId: signedIn?.userId ?? null,
      campus: campusOf(request).id,
      address: addressOf(request),
      request: String(response.locals.requestId),
    });
    if (answer.ok) response.json(answer);
    else sendRefusals(response, [answer.refusal], answer);
  });
  return router;
}
