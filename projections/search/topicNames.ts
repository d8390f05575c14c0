import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of searches; `topics.ts` defines their documents and access. */
export const searchTopicNames = defineTopicNames({
  /** The searches of a user on one campus, the newest first. */
  recentSearches: ['campus', 'userId'],
  /** The searches of many on a campus, the most views first. */
  popularSearches: ['campus'],
});
