import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { actionSchema } from './actions.ts';

/**
 * What one viewer did with the post in one page session. `viewer` and `session` are keyed hashes, of this post alone: nobody
 * learns from them who it was, or that it was the same person at another post (Q66).
 */
const sessionSchema = z.strictObject({ viewer: z.string(), session: z.string(), actions: z.array(actionSchema) });
export type SeenSession = z.infer<typeof sessionSchema>;

/** The events of what people did with sponsored posts. Each batch is a stream of its own (`impression-<batchId>`). */
export const impressionEvents = {
  /** While an ad ran: what some viewers did within a short time. What was counted before may be in it again. */
  ActionsCounted: defineEvent({
    type: 'ActionsCounted',
    schema: z.strictObject({
      batchId: idSchema,
      adId: idSchema,
      postId: idSchema,
      /** Campus of the post. */
      campus: z.string(),
      /** Owner of post and ad. */
      author: idSchema,
      sessions: z.array(sessionSchema),
    }),
  }),
};

export type ImpressionEvent = EventOf<typeof impressionEvents>;
