import { searchAccess } from '#domain/search/access.ts';
import { POPULAR_SEARCHES_FETCHED, RECENT_SEARCHES_PAGE } from '#domain/search/limits.ts';
import { defineTopics, forThose, windowOf } from '../kernel/topic.ts';
import { recentListKey, recentSearches, searchTotals } from './collections.ts';
import { searchTopicNames } from './topicNames.ts';

/** Recent searches for their user (SRCH-17), popular ones for the campus (SRCH-18). */
export const searchTopics = defineTopics(searchTopicNames, {
  recentSearches: (campus, user) => ({
    ...windowOf(recentSearches, 'list', [recentListKey(campus, user)], RECENT_SEARCHES_PAGE),
    ...forThose((reader) => searchAccess.maySee(reader, user)),
  }),
  popularSearches: (campus) => ({
    ...windowOf(searchTotals, 'popular', [campus], POPULAR_SEARCHES_FETCHED),
    ...forThose((reader) => searchAccess.maySeePopular(reader, campus)),
  }),
});
