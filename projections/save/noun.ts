import { defineProjection } from '../kernel/projection.ts';
import { closedPosts, saves } from './collections.ts';
import { saveFolds } from './folds.ts';
import { savePredictions } from './predict.ts';
import { saveTopics } from './topics.ts';

/** Who saved what (SAVE-04, SAVE-08). */
export const saveProjection = defineProjection({
  name: 'save',
  version: 2,
  collections: [saves, closedPosts],
  folds: saveFolds,
  predictions: savePredictions,
  topics: saveTopics,
});
