import { defineProjection } from '../kernel/nounProjection.ts';
import { deletionDocuments } from './documents.ts';
import { deletionFolds } from './folds.ts';

/** The read models of deletions. That a person is going to be deleted stands also in their account (`user`). */
export const deletionProjection = defineProjection({
  ...deletionDocuments,
  version: 1,
  folds: deletionFolds,
});
