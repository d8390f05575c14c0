import { defineProjection } from '../kernel/nounProjection.ts';
import { notificationDocuments } from './documents.ts';
import { notificationFolds } from './folds.ts';
import { notificationPredictions } from './predict.ts';

/** The read models of notifications (NOTF-01, DATA-06, DATA-15): they follow from what others did. */
export const notificationProjection = defineProjection({
  ...notificationDocuments,
  version: 3,
  folds: notificationFolds,
  predictions: notificationPredictions,
});
