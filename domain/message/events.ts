import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { mediaSchema } from '../kernel/media.ts';
import { personalField } from '../kernel/personal.ts';

/** The ids that every event of a message carries, so that folds need no other stream. */
const place = {
  messageId: idSchema,
  chatId: idSchema,
  /** Round of the conversation in which it was written (`ChatStarted`). */
  round: z.int().check(z.minimum(1)),
  author: idSchema,
  /** The other one of the two. */
  recipient: idSchema,
};

/** The events of a message's stream (`message-<messageId>`): one for each message, however long the two talk. */
export const messageEvents = {
  MessageSent: defineEvent({
    type: 'MessageSent',
    subject: 'author',
    schema: z.strictObject({
      ...place,
      /** Plain text; empty for a picture or a shared post alone. */
      text: personalField(z.string()),
      /** One file at most (CHAT-09). */
      media: personalField(z.array(mediaSchema)),
      /** hasPhoto (DATA-05): it has a photo or video. */
      hasMedia: z.boolean(),
      /** A shared post with its campus, which decides who may see it (CHAT-21); `null`: none. */
      post: z.nullable(z.strictObject({ id: idSchema, campus: z.string() })),
    }),
  }),
  /** The recipient had it in sight (CHAT-10, D54): once at most. */
  MessageSeen: defineEvent({ type: 'MessageSeen', schema: z.strictObject(place) }),
  MessageLiked: defineEvent({ type: 'MessageLiked', schema: z.strictObject({ ...place, userId: idSchema }) }),
  MessageUnliked: defineEvent({ type: 'MessageUnliked', schema: z.strictObject({ ...place, userId: idSchema }) }),
  /** A mail says that it, and those before it, are unread (D51): once at most. */
  MessageMailed: defineEvent({ type: 'MessageMailed', schema: z.strictObject(place) }),
  /** It ends with its conversation, or with its author's account. */
  MessageDeleted: defineEvent({ type: 'MessageDeleted', schema: z.strictObject(place) }),
};

export type MessageEvent = EventOf<typeof messageEvents>;
