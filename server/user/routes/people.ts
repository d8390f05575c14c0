import { Router } from 'express';
import { userAccess } from '#domain/user/access.ts';
import { USERNAME_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { inWordsOf, refuseWith } from '../../http/errors.ts';
import type { Authenticate } from '../../http/requestContext.ts';
import { type LogReach, readWithCertainty } from '../../read/certainty.ts';
import type { OpenReads } from '../../read/openReads.ts';
import { readReader } from '../../read/reader.ts';
import { readNamed } from '../person/readNamed.ts';

/** However the look fails, the person gets one answer (PROF-13). */
const NOT_READ = { unavailable: 'PERSON_NOT_READ', fault: 'PERSON_NOT_READ' };

/** `GET /api/people/by-username/:username`: the id behind `/{username}`, or 404 (PROF-01). */
export function peopleRoutes(options: {
  readonly authenticate: Authenticate;
  readonly readStore: Pick<OpenReads, 'get'>;
  /** Name of the stream of the claims to a user name. */
  readonly usernameStream: (username: string) => string;
  readonly reach: LogReach;
}): Router {
  const { authenticate, readStore, usernameStream, reach } = options;
  const router = Router();
  router.get('/api/people/by-username/:username', async (request, response) => {
    const username = request.params.username.toLowerCase();
    if (username.length > USERNAME_MAX_CHARACTERS) throw refuseWith('PERSON_UNKNOWN');
    const userId = await inWordsOf(NOT_READ, async () => (await authenticate(request, response))?.userId ?? null);
    const look = async (): Promise<{ readonly id: string | null }> => {
      const home = (await readNamed(readStore, usernameStream(username), username))?.home ?? null;
      // After the person: a right that has ended meanwhile counts (P8).
      const reader = await readReader(readStore, userId);
      return { id: home !== null && userAccess.maySee(reader, home) ? home.id : null };
    };
    const found = await inWordsOf(NOT_READ, () => readWithCertainty(reach, look, ({ id }) => id === null));
    if (found === null) throw refuseWith(NOT_READ.unavailable);
    if (found.id === null) throw refuseWith('PERSON_UNKNOWN');
    response.set('Cache-Control', 'no-store').json(found);
  });
  return router;
}
