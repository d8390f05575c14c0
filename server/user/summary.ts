import { findCampus } from '#domain/campus/face.ts';
import { userAccess } from '#domain/user/access.ts';
import { pictureFolder } from '#domain/user/files.ts';
import { USERNAME_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { isReservedUsername } from '#domain/user/username.ts';
import { type Account, accounts, type Introduction, introductions } from '#projections/user/collections.ts';
import { cutSummary } from '../http/cutSummary.ts';
import type { Summarise } from '../http/pageSummary.ts';
import { revealed } from '../http/revealed.ts';
import { readReader } from '../read/reader.ts';
import { readNamed } from './person/readNamed.ts';

const PATH = /^\/([^/]+)\/?$/;

/**
 * The profile of somebody whom visitors may see: name, bio and picture. Nothing of a member of a private campus, of somebody
 * who is banned, and of who deletes the account. A name that nobody has is missing.
 */
export const summariseProfile: Summarise = async ({ store, usernameStream }, path) => {
  const username = PATH.exec(path)?.[1]?.toLowerCase() ?? '';
  if (username === '' || username.length > USERNAME_MAX_CHARACTERS || isReservedUsername(username)) return null;
  const named = await readNamed(store, usernameStream(username), username);
  if (named === null) return 'missing';
  const { person, home } = named;
  const found = await store.get(
    [accounts, introductions].map(({ name: collection }) => ({ collection, key: home.id })),
  );
  const docOf = (collection: string) => found.find((each) => each.collection === collection)?.doc ?? null;
  const account = docOf(accounts.name) as Account | null;
  const introduction = docOf(introductions.name) as Introduction | null;
  const campus = findCampus(home.campus);
  // After the person: a right that has ended meanwhile counts (P8).
  const visitor = await readReader(store, null);
  if (account === null || account.isBanned || campus === undefined || !userAccess.maySee(visitor, home)) return null;
  const name = [revealed(person.firstName), revealed(person.lastName)].filter(Boolean).join(' ');
  const words = ((introduction && revealed(introduction.bio)) ?? '').replace(/\s+/g, ' ').trim();
  const picture = revealed(person.picture);
  return {
    ...{ campus, path: `/${username}`, type: 'profile', title: name, priceCents: null, offer: null },
    description: words === '' ? `On ${campus.name} Quad` : cutSummary(words),
    author: { name, path: `/${username}` },
    picture:
      picture === null
        ? null
        : {
            path: `/images/${pictureFolder(home.id)}/${picture.name}`,
            ...{ width: picture.width, height: picture.height, alt: `Photo of ${name}` },
          },
  };
};
