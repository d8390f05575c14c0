import type { feedbackNoun } from '#domain/feedback/noun.ts';
import type { feedbackProjection } from '#projections/feedback/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { type RightsOf, SIGNED_IN } from '../rights.ts';

/** Feedback is given by everyone who is signed in, and read by moderators. */
export const feedbackRights: RightsOf<typeof feedbackNoun, typeof feedbackProjection> = {
  commands: { GiveFeedback: { open: SIGNED_IN, data: () => ({ text: 'More maps, please.' }) } },
  topics: { feedback: ['moderators', () => topicName.feedback('ou')] },
};
