import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';

const save = {
  postId: idSchema,
  userId: idSchema,
  /** Campus of the post (SAVE-08). */
  campus: z.string(),
  /** Author of the post. */
  author: idSchema,
};

/** The events of a save's stream (`save-<postId>-<userId>`): one stream for each post and user, free of contention. */
export const saveEvents = {
  PostSaved: defineEvent({ type: 'PostSaved', schema: z.strictObject(save) }),
  PostUnsaved: defineEvent({ type: 'PostUnsaved', schema: z.strictObject(save) }),
};

export type SaveEvent = EventOf<typeof saveEvents>;
