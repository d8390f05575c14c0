import { Router } from 'express';
import { USERNAME_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { userAccess } from '#domain/user/access.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Profile } from '#projections/user/collections.ts';
import { refuseWith } from '../../http/errors.ts';
import type { Authenticate } from '../../http/requestContext.ts';
import { type LogReach, lookCertainly } from '../../read/certainty.ts';
import { readViewer } from '../../read/viewer.ts';

/** `GET /api/people/by-username/:username`: the id behind `/{username}`, or 404 (PROF-01). */
export function peopleRoutes(options: {
  readonly authenticate: Authenticate;
  readonly readStore: Pick<ReadStore, 'get' | 'query'>;
  readonly reach: LogReach;
}): Router {
  const { authenticate, readStore, reach } = options;
  const router = Router();
  router.get('/api/people/by-username/:username', async (request, response) => {
    const username = request.params.username.toLowerCase();
    if (username.length > USERNAME_MAX_CHARACTERS) throw refuseWith('PERSON_UNKNOWN');
    const userId = (await authenticate(request, response))?.userId ?? null;
    const look = async (): Promise<{ readonly id: string | null }> => {
      const viewer = await readViewer(readStore, userId);
      const page = { below: null, atOrAbove: null, limit: 1 };
      const [found] = await readStore.query('people', 'byUsername', [username], page);
      const person = (found?.doc ?? null) as Profile | null;
      const seen = person !== null && !person.erased && userAccess.maySee(viewer, person);
      return { id: seen ? person.id : null };
    };
    const found = await lookCertainly(reach, look, ({ id }) => id === null);
    if (found === null) throw refuseWith('UNAVAILABLE');
    if (found.id === null) throw refuseWith('PERSON_UNKNOWN');
    response.set('Cache-Control', 'no-store').json(found);
  });
  return router;
}
