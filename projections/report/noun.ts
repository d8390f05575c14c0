import { defineProjection } from '../kernel/projection.ts';
import { acts, cases, reports } from './collections.ts';
import { reportFolds } from './folds.ts';
import { reportTopics } from './topics.ts';

/** The read models of the console of moderators: cases, reports, and the audit trail. */
export const reportProjection = defineProjection({
  name: 'report',
  version: 1,
  collections: [cases, reports, acts],
  folds: reportFolds,
  topics: reportTopics,
});
