import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of conversations; `topics.ts` defines their documents and access. */
export const chatTopicNames = defineTopicNames({
  /** One conversation: its two people, and how it stands for the viewer. */
  chat: ['chatId'],
});
