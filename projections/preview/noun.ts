import { defineProjection } from '../kernel/nounProjection.ts';
import { previewDocuments } from './documents.ts';
import { previewFolds } from './folds.ts';
import { previewPredictions } from './predict.ts';

/** The cards below posts with a link. */
export const previewProjection = defineProjection({
  ...previewDocuments,
  version: 1,
  folds: previewFolds,
  predictions: previewPredictions,
});
