import { defineProjection } from '../kernel/nounProjection.ts';
import { reportDocuments } from './documents.ts';
import { reportFolds } from './folds.ts';

/** The read models of the console of moderators: cases, reports, and the audit trail. */
export const reportProjection = defineProjection({
  ...reportDocuments,
  version: 5,
  folds: reportFolds,
});
