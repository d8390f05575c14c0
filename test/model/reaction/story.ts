import type { Post } from '#projections/post/collections.ts';
import { drawFrom, type Known } from '../acts.ts';
import type { Meeting, StoryModel } from '../story.ts';

/** The comments that stand. */
export function standingComments(known: Known): readonly Post[] {
  return known
    .all<Post>('posts')
    .flatMap(({ doc }) => (doc === null || doc.parent === null || doc.deleted ? [] : [doc]));
}

/** Somebody likes a comment that its author deletes. */
function meeting(known: Known): Meeting | null {
  const others = standingComments(known).filter(({ author, campus }) => author !== known.me && campus === known.campus);
  const comment = drawFrom(known, others);
  if (comment === undefined) return null;
  return {
    first: { type: 'LikeComment', data: { commentId: comment.id } },
    by: comment.author,
    second: { type: 'DeletePost', data: { postId: comment.id } },
  };
}

export const reactionStory: StoryModel = {
  meeting,
  wavering(known) {
    const comment = drawFrom(known, standingComments(known));
    if (comment === undefined) return [];
    const types = ['LikeComment', 'UnlikeComment', 'LikeComment', 'UnlikeComment'].slice(known.draw(2));
    return types.map((type) => ({ type, data: { commentId: comment.id } }));
  },
};
