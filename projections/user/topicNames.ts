import { OWN_TOPIC } from '../kernel/ownTopic.ts';
import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of users; `topics.ts` defines their documents and access. */
export const userTopicNames = defineTopicNames({
  /** A user's own account, and all other documents that only they may see. */
  ...OWN_TOPIC,
  /** A person's profile. */
  person: ['userId'],
  /** Some people of a campus by their ids (`namesOf`): the hits of a search. */
  somePeople: ['campus', 'userIds'],
});
