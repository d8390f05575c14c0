import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of messages; `topics.ts` defines their documents and access. */
export const messageTopicNames = defineTopicNames({
  /** The messages of one round of a conversation. */
  messages: ['chatId', 'round'],
  /** A person's list of conversations. */
  conversations: ['userId'],
});
