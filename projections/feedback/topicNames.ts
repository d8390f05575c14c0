import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of feedback; `topics.ts` defines their documents and access. */
export const feedbackTopicNames = defineTopicNames({
  /** All feedback that was given on a campus's site, newest first: for moderators. */
  feedback: ['campus'],
});
