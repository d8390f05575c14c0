import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';

const like = {
  commentId: idSchema,
  userId: idSchema,
  /** The post above the comment. */
  root: idSchema,
  /** Campus of the comment. */
  campus: z.string(),
  /** Author of the comment. */
  author: idSchema,
};

/** The events of a like's stream (`reaction-<commentId>-<userId>`): one for each comment and user, free of contention. */
export const reactionEvents = {
  CommentLiked: defineEvent({ type: 'CommentLiked', schema: z.strictObject(like) }),
  CommentUnliked: defineEvent({ type: 'CommentUnliked', schema: z.strictObject(like) }),
};

export type ReactionEvent = EventOf<typeof reactionEvents>;
