import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of figures; `topics.ts` defines their documents and access. */
export const impressionTopicNames = defineTopicNames({
  /** The counters of one ad. */
  adFigures: ['adId'],
  /** The same by day and hour, newest day first. */
  figureDays: ['adId'],
});
