import { attachTo } from '../kernel/attachment.ts';
import { defineDocuments } from '../kernel/documents.ts';
import { posts } from '../post/collections.ts';
import { closedPosts, saveKey, saves } from './collections.ts';
import { saveTopics } from './topics.ts';

/** Saves, and posts that nobody can save any more. */
export const saveDocuments = defineDocuments({
  name: 'save',
  collections: [saves, closedPosts],
  topics: saveTopics,
  attachments: [
    // Comments can't be saved.
    attachTo(posts, {
      viewerRefs: ({ id, parent }, { userId }) =>
        parent !== null ? [] : [{ collection: saves.name, key: saveKey(id, userId) }],
    }),
  ],
});
