import { defineProjection } from '../kernel/nounProjection.ts';
import { postDocuments } from './documents.ts';
import { postFolds } from './folds.ts';
import { postPredictions } from './predict.ts';
import { postSearch } from './search.ts';

/** Posts, comments and replies with their counters (FEED-02, COMM-01, COMM-12, POST-18, DATA-10). */
export const postProjection = defineProjection({
  ...postDocuments,
  version: 10,
  folds: postFolds,
  predictions: postPredictions,
  search: [postSearch],
});
