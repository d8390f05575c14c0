import { Router } from 'express';
import { userAccess } from '#domain/user/access.ts';
import { USERNAME_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { type Home, usernames } from '#projections/user/collections.ts';
import { refuseWith } from '../../http/errors.ts';
import type { Authenticate } from '../../http/requestContext.ts';
import { revealed } from '../../http/revealed.ts';
import { type LogReach, readWithCertainty } from '../../read/certainty.ts';
import type { OpenReads } from '../../read/openReads.ts';
import { readReader } from '../../read/reader.ts';
import { streamName } from '../../write/streamStates.ts';
import { readPerson } from '../person/readPerson.ts';

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
    const userId = (await authenticate(request, response))?.userId ?? null;
    const look = async (): Promise<{ readonly id: string | null }> => {
      const home = await readNamed(readStore, usernameStream(username), username);
      // After the person: a right that has ended meanwhile counts (P8).
      const reader = await readReader(readStore, userId);
      return { id: home !== null && userAccess.maySee(reader, home) ? home.id : null };
    };
    const found = await readWithCertainty(reach, look, ({ id }) => id === null);
    if (found === null) throw refuseWith('UNAVAILABLE');
    if (found.id === null) throw refuseWith('PERSON_UNKNOWN');
    response.set('Cache-Control', 'no-store').json(found);
  });
  return router;
}

/** Where the person belongs who has a user name: the last one to claim it, if they still have it. */
async function readNamed(store: Pick<OpenReads, 'get'>, claim: string, username: string): Promise<Home | null> {
  const [claimed] = await store.get([{ collection: usernames.name, key: claim }]);
  const stream = (claimed?.doc as { readonly stream: string } | null | undefined)?.stream;
  if (stream === undefined) return null;
  const found = await readPerson(store, stream.slice(streamName('user', '').length));
  return found !== null && revealed(found.person.username) === username ? found.home : null;
}
