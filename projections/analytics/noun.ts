import { defineProjection } from '../kernel/nounProjection.ts';
import { analyticsDocuments } from './documents.ts';
import { analyticsFolds } from './folds.ts';

/** The read models of the statistics: counted from the log, so they never count an event twice. */
export const analyticsProjection = defineProjection({
  ...analyticsDocuments,
  version: 2,
  folds: analyticsFolds,
});
