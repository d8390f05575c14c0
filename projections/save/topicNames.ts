import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of saves; `topics.ts` says what each is made of and who may join it. */
export const saveTopicNames = defineTopicNames({
  /** The posts that a user saved on one campus. */
  saved: ['campus', 'userId'],
});
