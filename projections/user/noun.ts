import { defineProjection } from '../kernel/nounProjection.ts';
import { counterFolds } from './counters.ts';
import { userDocuments } from './documents.ts';
import { userFolds } from './folds.ts';
import { userPredictions } from './predict.ts';
import { userSearch } from './search.ts';

/** People as everyone sees them (PROF-09, PROF-10, DATA-12), and accounts as their owners do. */
export const userProjection = defineProjection({
  ...userDocuments,
  version: 7,
  folds: { ...userFolds, ...counterFolds },
  predictions: userPredictions,
  search: [userSearch],
});
