import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of campuses. */
export const campusTopicNames = defineTopicNames({
  /** Live numbers of a campus. */
  campus: ['campus'],
  /** Whether a campus is private. */
  community: ['campus'],
});
