import * as z from 'zod/mini';
import { defineCollection } from '../kernel/collection.ts';
import { chatTopicNames } from './topicNames.ts';

const chatSchema = z.strictObject({
  id: z.string(),
  round: z.int().check(z.minimum(1)),
  starter: z.string(),
  partner: z.string(),
  /** ISO instant at which this round began. */
  createdAt: z.string(),
  /** The partner has opened it. */
  opened: z.boolean(),
  /** The accounts of one of them has ended: nobody writes any more (D53). */
  closed: z.boolean(),
});
export type Chat = z.infer<typeof chatSchema>;

/** Conversations of two (DATA-04). Key: chat id. A tombstone once it is deleted, until the two begin anew. */
export const chats = defineCollection<Chat>({
  name: 'chats',
  schema: chatSchema,
  queries: { byId: { equals: ['id'], order: null } },
  topics: (chat) => [chatTopicNames.chat(chat.id)],
  refs: (chat) => [
    { collection: 'people', key: chat.starter },
    { collection: 'people', key: chat.partner },
  ],
});
