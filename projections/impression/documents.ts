import { attachTo } from '../kernel/attachment.ts';
import { defineDocuments } from '../kernel/documents.ts';
import { posts } from '../post/collections.ts';
import { adFigures, audiences, countedSessions, endedFigures, figureDays, postFigures } from './collections.ts';
import { impressionTopics } from './topics.ts';

/** The figures of ads; the counters of a post come with it, for its owner. */
export const impressionDocuments = defineDocuments({
  name: 'impression',
  collections: [postFigures, adFigures, figureDays, audiences, countedSessions, endedFigures],
  topics: impressionTopics,
  attachments: [
    attachTo(posts, {
      viewerRefs: ({ id, parent, author }, { userId }) =>
        parent === null && author === userId ? [{ collection: postFigures.name, key: id }] : [],
    }),
  ],
});
