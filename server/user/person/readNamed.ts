import { usernames } from '#projections/user/collections.ts';
import { revealed } from '../../http/revealed.ts';
import type { OpenReads } from '../../read/openReads.ts';
import { streamName } from '../../write/streamStates.ts';
import { readPerson } from './readPerson.ts';

/** The person who has a user name: the last one to claim it, if they still have it; `null`: nobody. @param claim its stream */
export async function readNamed(
  store: Pick<OpenReads, 'get'>,
  claim: string,
  username: string,
): ReturnType<typeof readPerson> {
  const [claimed] = await store.get([{ collection: usernames.name, key: claim }]);
  const stream = (claimed?.doc as { readonly stream: string } | null | undefined)?.stream;
  if (stream === undefined) return null;
  const found = await readPerson(store, stream.slice(streamName('user', '').length));
  return found !== null && revealed(found.person.username) === username ? found : null;
}
