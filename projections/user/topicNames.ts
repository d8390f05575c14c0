import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of users; `topics.ts` says what each is made of and who may join it. */
export const userTopicNames = defineTopicNames({
  /** A user's own account, and everything else that only they are told. */
  me: ['userId'],
  /** A person's profile. */
  person: ['userId'],
});
