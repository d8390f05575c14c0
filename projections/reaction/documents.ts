import { attachTo } from '../kernel/attachment.ts';
import { defineDocuments } from '../kernel/documents.ts';
import { posts } from '../post/collections.ts';
import { closedComments, likeCounts, likeKey, likes } from './collections.ts';

/** Likes of comments, and comments that nobody can like any more. */
export const reactionDocuments = defineDocuments({
  name: 'reaction',
  collections: [likes, likeCounts, closedComments],
  topics: {},
  attachments: [
    // Posts are saved instead.
    attachTo(posts, {
      refs: ({ id, parent }) => (parent === null ? [] : [{ collection: likeCounts.name, key: id }]),
      viewerRefs: ({ id, parent }, { userId }) =>
        parent === null ? [] : [{ collection: likes.name, key: likeKey(id, userId) }],
    }),
  ],
});
