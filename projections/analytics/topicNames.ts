import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of the statistics; `topics.ts` defines their documents and access. */
export const analyticsTopicNames = defineTopicNames({
  /** The internal accounts, which do not count. */
  optOuts: ['list'],
  /** How much each campus was used, a day each. */
  productUse: ['list'],
});
