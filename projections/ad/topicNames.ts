import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of ads; `topics.ts` defines their documents and access. */
export const adTopicNames = defineTopicNames({
  /** One ad with its figures. */
  ad: ['adId'],
  /** The ads of a user on one campus, newest first. */
  ownAds: ['campus', 'userId'],
  /** The posts that a campus's feeds show beside the organic ones: the first of them. */
  sponsored: ['campus'],
  /** Some of them by their ids (`namesOf`): those that a page was dealt of many. */
  someSponsored: ['campus', 'postIds'],
  /** The money of a user on one campus. */
  funds: ['campus', 'userId'],
  /** The payments of a user on one campus, newest first. */
  payments: ['campus', 'userId'],
  /** The ads of all campuses that were paid, for moderators, the last change first. */
  moderatedAds: ['list'],
});
