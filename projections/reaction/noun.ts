import { defineProjection } from '../kernel/nounProjection.ts';
import { reactionDocuments } from './documents.ts';
import { reactionFolds } from './folds.ts';
import { reactionPredictions } from './predict.ts';

/** The read models of reactions (SAVE-02). */
export const reactionProjection = defineProjection({
  ...reactionDocuments,
  version: 1,
  folds: reactionFolds,
  predictions: reactionPredictions,
});
