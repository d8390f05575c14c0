import { likes } from '#projections/reaction/collections.ts';
import { defineServerNoun } from '../noun.ts';
import { endsWith } from '../reactors/dependents.ts';

/** Reactions: each ends with its comment (DATA-13). */
export const reactionNoun = defineServerNoun({
  name: 'reaction',
  archive: {
    CommentLiked: () => ({ what: 'You liked a comment' }),
    CommentUnliked: () => ({ what: 'A comment was no longer liked' }),
  },
  dependents: [
    endsWith('comment', likes, 'byComment', ({ user: userId }, commentId) => ({
      type: 'EndLike',
      data: { commentId, userId },
    })),
  ],
});
