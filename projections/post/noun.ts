import { defineProjection } from '../kernel/projection.ts';
import { authorCounters, postCounters, posts } from './collections.ts';
import { postFolds } from './folds.ts';
import { postPredictions } from './predict.ts';
import { postSearch } from './search.ts';
import { postTopics } from './topics.ts';

/** Posts, comments and replies with their counters (FEED-02, COMM-01, COMM-12, POST-18, DATA-10). */
export const postProjection = defineProjection({
  name: 'post',
  version: 5,
  collections: [posts, postCounters, authorCounters],
  folds: postFolds,
  predictions: postPredictions,
  topics: postTopics,
  search: [postSearch],
});
