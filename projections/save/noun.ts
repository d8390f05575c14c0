import { defineProjection } from '../kernel/nounProjection.ts';
import { saveDocuments } from './documents.ts';
import { saveFolds } from './folds.ts';
import { savePredictions } from './predict.ts';

/** The read models of saves (SAVE-04, SAVE-08). */
export const saveProjection = defineProjection({
  ...saveDocuments,
  version: 3,
  folds: saveFolds,
  predictions: savePredictions,
});
