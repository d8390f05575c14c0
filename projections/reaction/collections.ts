import * as z from 'zod/mini';
import { defineCollection } from '../kernel/collection.ts';
import { userTopicNames } from '../user/topicNames.ts';

const likeSchema = z.strictObject({
  /** `<comment>-<user>`. */
  id: z.string(),
  comment: z.string(),
  user: z.string(),
  /** Position of the like. */
  order: z.string(),
});
export type Like = z.infer<typeof likeSchema>;

/** Key of the document that says that a user likes a comment. */
export function likeKey(commentId: string, userId: string): string {
  return [commentId, userId].join('-');
}

/** A user's like of a comment: sent to that user alone. Key: `likeKey(comment, user)`. */
export const likes = defineCollection<Like>({
  name: 'likes',
  schema: likeSchema,
  queries: {
    /** For the cascade of a deletion. */
    byComment: { equals: ['comment'], order: 'order' },
  },
  topics: (like) => [userTopicNames.me(like.user)],
});

const likeCountSchema = z.strictObject({
  id: z.string(),
  likes: z.int().check(z.minimum(0)),
});
export type LikeCount = z.infer<typeof likeCountSchema>;

/** Likes of a comment that somebody has ever liked. Key: comment id. Published only with the comment. */
export const likeCounts = defineCollection<LikeCount>({
  name: 'likeCounts',
  schema: likeCountSchema,
  queries: {},
  topics: () => [],
});

const closedCommentSchema = z.strictObject({ id: z.string() });

/** Deleted comments: later likes of them are dropped. Never published. Key: comment id. */
export const closedComments = defineCollection<z.infer<typeof closedCommentSchema>>({
  name: 'closedComments',
  schema: closedCommentSchema,
  queries: {},
  topics: () => [],
});
