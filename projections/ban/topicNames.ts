import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of bans; `topics.ts` defines their documents and access. */
export const banTopicNames = defineTopicNames({
  /** The bans that stand, or those that were lifted. */
  bans: ['status'],
});
