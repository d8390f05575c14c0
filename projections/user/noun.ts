import { defineProjection } from '../kernel/projection.ts';
import { accounts, people } from './collections.ts';
import { userFolds } from './folds.ts';
import { userPredictions } from './predict.ts';
import { userTopics } from './topics.ts';

/** People as everyone sees them (PROF-09, PROF-10, DATA-12), and accounts as their owners do. */
export const userProjection = defineProjection({
  name: 'person',
  version: 2,
  collections: [people, accounts],
  folds: userFolds,
  predictions: userPredictions,
  topics: userTopics,
});
