import { defineProjection } from '../kernel/projection.ts';
import { accounts, people, usernames } from './collections.ts';
import { userFolds } from './folds.ts';
import { userPredictions } from './predict.ts';
import { userSearch } from './search.ts';
import { userTopics } from './topics.ts';

/** People as everyone sees them (PROF-09, PROF-10, DATA-12), and accounts as their owners do. */
export const userProjection = defineProjection({
  name: 'user',
  version: 4,
  collections: [people, accounts, usernames],
  folds: userFolds,
  predictions: userPredictions,
  topics: userTopics,
  search: [userSearch],
});
