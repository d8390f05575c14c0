import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of passkeys; `topics.ts` defines their documents and access. */
export const passkeyTopicNames = defineTopicNames({
  /** A user's passkeys, newest first: for their owner alone. */
  passkeys: ['userId'],
});
