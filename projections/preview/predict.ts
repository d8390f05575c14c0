import { reveal } from '#domain/kernel/personal.ts';
import { previewNoun } from '#domain/preview/noun.ts';
import { initialPreview, type PreviewState } from '#domain/preview/state.ts';
import { predictByDeciding } from '../kernel/decidedPrediction.ts';
import type { HeldDocuments } from '../kernel/predict.ts';
import { postOf } from '../post/predict.ts';
import { userOf } from '../user/predict.ts';
import { previews } from './collections.ts';

/** A card's state as far as its document has it. */
function previewOf(postId: string, documents: HeldDocuments): PreviewState {
  const preview = documents.get(previews, postId);
  if (preview === undefined) return initialPreview;
  const { campus, author, card } = preview;
  return { ...initialPreview, place: { postId, campus, author }, stands: true, card: reveal(card) };
}

const predicted = predictByDeciding(previewNoun, { preview: previewOf, post: postOf, user: userOf });

export const previewPredictions = { RemovePreview: predicted('RemovePreview') };
