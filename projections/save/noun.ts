import { attachTo } from '../kernel/attachment.ts';
import { defineProjection } from '../kernel/projection.ts';
import { posts } from '../post/collections.ts';
import { closedPosts, saveKey, saves } from './collections.ts';
import { saveFolds } from './folds.ts';
import { savePredictions } from './predict.ts';
import { saveTopics } from './topics.ts';

/** The read models of saves (SAVE-04, SAVE-08). */
export const saveProjection = defineProjection({
  name: 'save',
  version: 3,
  collections: [saves, closedPosts],
  folds: saveFolds,
  predictions: savePredictions,
  topics: saveTopics,
  attachments: [
    // Comments can't be saved.
    attachTo(posts, {
      viewerRefs: ({ id, feed }, { userId }) =>
        feed === null ? [] : [{ collection: saves.name, key: saveKey(id, userId) }],
    }),
  ],
});
