import { type ReactionState, reactionDecider } from '#domain/reaction/decider.ts';
import { reactionNoun } from '#domain/reaction/noun.ts';
import { campusOf } from '../campus/predict.ts';
import { predictByDeciding } from '../kernel/decidedPrediction.ts';
import type { HeldDocuments } from '../kernel/predict.ts';
import { postOf } from '../post/predict.ts';
import { userOf } from '../user/predict.ts';
import { likes } from './collections.ts';

/** A like's state; the id of its stream is the key of its document. */
function reactionOf(likeId: string, documents: HeldDocuments): ReactionState {
  return { ...reactionDecider.initial, liked: documents.get(likes, likeId) !== undefined };
}

const predicted = predictByDeciding(reactionNoun, {
  reaction: reactionOf,
  post: postOf,
  user: userOf,
  campus: campusOf,
});

export const reactionPredictions = {
  LikeComment: predicted('LikeComment'),
  UnlikeComment: predicted('UnlikeComment'),
};
