import { maySearchCampus } from '#domain/campus/access.ts';
import { SEARCH_PAGE_HITS } from '#domain/kernel/limits.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { userAccess } from '#domain/user/access.ts';
import { searchOf } from '../kernel/search.ts';
import { people } from './collections.ts';

/** People by name and user name, those of one campus (SRCH-10, CHAT-13, CHAT-23). */
export const userSearch = searchOf(people, {
  name: 'user',
  version: 1,
  texts: ['name', 'username'],
  ranking: 'relevance',
  content({ erased, campus, firstName, lastName, username, joinedAt }) {
    if (erased) return null;
    const name = [reveal(firstName), reveal(lastName)].filter((part) => part !== null).join(' ');
    const unique = reveal(username);
    if (unique === null) return null;
    return { campus, texts: { name, username: unique }, filters: {}, at: Date.parse(joinedAt) };
  },
  maySee: userAccess.maySee,
  maySearch: maySearchCampus,
  views: { people: { page: SEARCH_PAGE_HITS } },
});
