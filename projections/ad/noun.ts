import { defineProjection } from '../kernel/nounProjection.ts';
import { adDocuments } from './documents.ts';
import { adFolds } from './folds.ts';

/** The read models of ads. Nothing of money is predicted: a page shows what the house has answered. */
export const adProjection = defineProjection({
  ...adDocuments,
  version: 3,
  folds: adFolds,
});
