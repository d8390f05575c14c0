import { defineProjection } from '../kernel/nounProjection.ts';
import { impressionDocuments } from './documents.ts';
import { impressionFolds } from './folds.ts';

/** The read models of the figures of ads: counted from the log, so that nothing counts twice. */
export const impressionProjection = defineProjection({
  ...impressionDocuments,
  version: 3,
  folds: impressionFolds,
});
