import { defineProjection } from '../kernel/nounProjection.ts';
import { chatDocuments } from './documents.ts';
import { chatFolds } from './folds.ts';
import { chatPredictions } from './predict.ts';

/** The read models of conversations (CHAT-03, DATA-04). */
export const chatProjection = defineProjection({
  ...chatDocuments,
  version: 1,
  folds: chatFolds,
  predictions: chatPredictions,
});
