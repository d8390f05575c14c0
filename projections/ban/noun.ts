import { defineProjection } from '../kernel/nounProjection.ts';
import { banDocuments } from './documents.ts';
import { banFolds } from './folds.ts';

/** The read models of bans. That a person is banned stands also in their account (`user`), on which all rights depend. */
export const banProjection = defineProjection({
  ...banDocuments,
  version: 2,
  folds: banFolds,
});
