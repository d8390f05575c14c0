import { type Home, homes, type Profile, people } from '#projections/user/collections.ts';
import type { OpenReads } from '../../read/openReads.ts';

/** Reads the card of a person and where they belong, at one position; `null`: somebody unknown, or erased. */
export async function readPerson(
  store: Pick<OpenReads, 'get'>,
  id: string,
): Promise<{ readonly person: Profile; readonly home: Home } | null> {
  const found = await store.get([people, homes].map(({ name: collection }) => ({ collection, key: id })));
  const docOf = (collection: string) => found.find((each) => each.collection === collection)?.doc ?? null;
  const [person, home] = [docOf(people.name) as Profile | null, docOf(homes.name) as Home | null];
  return person === null || person.erased || home === null ? null : { person, home };
}
