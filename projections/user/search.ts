import { maySearchCampus } from '#domain/campus/access.ts';
import { SEARCH_PAGE_HITS } from '#domain/kernel/limits.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { userAccess } from '#domain/user/access.ts';
import { searchOfTwo } from '../kernel/search.ts';
import { homes, people } from './collections.ts';

/** People by name and user name, those of one campus, which their homes say (SRCH-10, CHAT-13, CHAT-23). */
export const userSearch = searchOfTwo(people, homes, {
  name: 'user',
  version: 3,
  texts: ['name', 'username'],
  ranking: 'relevance',
  wording: 'names',
  content({ erased, firstName, lastName, username }, { campus, joinedAt }) {
    if (erased) return null;
    const name = [reveal(firstName), reveal(lastName)].filter((part) => part !== null).join(' ');
    const unique = reveal(username);
    if (unique === null) return null;
    return { campus, texts: { name, username: unique }, filters: {}, at: Date.parse(joinedAt) };
  },
  maySee: (reader, _person, home) => userAccess.maySee(reader, home),
  maySearch: maySearchCampus,
  views: { people: { page: SEARCH_PAGE_HITS } },
});
