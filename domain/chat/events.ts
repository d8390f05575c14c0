import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';

const round = {
  chatId: idSchema,
  /** How often the two have begun, from 1: a conversation that was deleted may begin again, with nothing of the past (D52). */
  round: z.int().check(z.minimum(1)),
  /** Who began this round. */
  starter: idSchema,
  partner: idSchema,
};

/** The events of the stream of a pair (`chat-<id derived from the two>`). Messages are streams of their own. */
export const chatEvents = {
  ChatStarted: defineEvent({ type: 'ChatStarted', schema: z.strictObject(round) }),
  /** The partner has opened the conversation for the first time in this round (CHAT-18). */
  ChatOpened: defineEvent({ type: 'ChatOpened', schema: z.strictObject(round) }),
  /** One of the two deleted it for both (CHAT-12, Q46): the event's actor. */
  ChatDeleted: defineEvent({ type: 'ChatDeleted', schema: z.strictObject(round) }),
  /** The account of one of the two has ended: the other one keeps the conversation, and nobody writes any more (D53). */
  ChatClosed: defineEvent({ type: 'ChatClosed', schema: z.strictObject({ ...round, gone: idSchema }) }),
};

export type ChatEvent = EventOf<typeof chatEvents>;
