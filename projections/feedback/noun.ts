import { defineProjection } from '../kernel/nounProjection.ts';
import { type Fold, write } from '../kernel/projection.ts';
import { feedback } from './collections.ts';
import { feedbackDocuments } from './documents.ts';

const feedbackGiven: Fold<'FeedbackGiven'> = {
  reads: ({ data }) => [{ collection: feedback.name, key: data.feedbackId }],
  fold: ({ data: { feedbackId: id, userId: user, campus, text }, meta: { at }, position: order }) => [
    write(feedback, id, { id, user, campus, text, at, order }),
  ],
};

/** The feedback of people, for moderators. */
export const feedbackProjection = defineProjection({
  ...feedbackDocuments,
  version: 1,
  folds: { FeedbackGiven: feedbackGiven },
});
