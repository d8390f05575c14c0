import { feedbackAccess } from '#domain/feedback/access.ts';
import { FEEDBACK_PAGE } from '#domain/feedback/limits.ts';
import { defineTopics, forThose, windowOf } from '../kernel/topic.ts';
import { feedback } from './collections.ts';
import { feedbackTopicNames } from './topicNames.ts';

/** The feedback of a campus, for moderators. */
export const feedbackTopics = defineTopics(feedbackTopicNames, {
  feedback: (campus) => ({
    ...windowOf(feedback, 'ofCampus', [campus], FEEDBACK_PAGE),
    ...forThose(feedbackAccess.maySee),
  }),
});
