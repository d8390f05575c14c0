import type { ReactionEvent } from '#domain/reaction/events.ts';
import { type Fold, type Folds, write } from '../kernel/projection.ts';
import { closedComments, likeCounts, likeKey, likes } from './collections.ts';

const keyOf = ({ commentId, userId }: ReactionEvent['data']) => likeKey(commentId, userId);

const commentLiked: Fold<'CommentLiked'> = {
  reads: ({ data }) => [
    { collection: likes.name, key: keyOf(data) },
    { collection: closedComments.name, key: data.commentId },
    { collection: likeCounts.name, key: data.commentId },
  ],
  fold({ data, position }, documents) {
    const id = keyOf(data);
    const { commentId: comment, userId: user } = data;
    // A like that races the deletion of its comment ends deleted, like a save (D19).
    if (documents.get(closedComments, comment) !== undefined) return [write(likes, id, null)];
    const count = documents.get(likeCounts, comment)?.likes ?? 0;
    return [
      write(likes, id, { id, comment, user, order: position }),
      write(likeCounts, comment, { id: comment, likes: count + 1 }),
    ];
  },
};

const commentUnliked: Fold<'CommentUnliked'> = {
  reads: ({ data }) => [
    { collection: likes.name, key: keyOf(data) },
    { collection: likeCounts.name, key: data.commentId },
  ],
  fold({ data }, documents) {
    const { commentId } = data;
    const counted = documents.get(likeCounts, commentId);
    if (documents.get(likes, keyOf(data)) === undefined || counted === undefined) return [];
    return [write(likes, keyOf(data), null), write(likeCounts, commentId, { id: commentId, likes: counted.likes - 1 })];
  },
};

/** Drops later likes of the comment; the cascade reactor ends the existing ones one by one (DATA-13). */
const postDeleted: Fold<'PostDeleted'> = {
  reads: ({ data }) => (data.parent === null ? [] : [{ collection: closedComments.name, key: data.postId }]),
  fold: ({ data }) => (data.parent === null ? [] : [write(closedComments, data.postId, { id: data.postId })]),
};

/** Folds of the reactions. */
export const reactionFolds: Folds = {
  CommentLiked: commentLiked,
  CommentUnliked: commentUnliked,
  PostDeleted: postDeleted,
};
