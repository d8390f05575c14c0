import { randomUUID } from 'node:crypto';
import type { chatNoun } from '#domain/chat/noun.ts';
import type { chatProjection } from '#projections/chat/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { MEMBERS_SOMEWHERE, type RightsOf, SIGNED_IN } from '../rights.ts';

/** Whose school is verified begins; a conversation is seen by its two people. Of a foreign one nobody learns anything. */
export const chatRights: RightsOf<typeof chatNoun, typeof chatProjection> = {
  commands: {
    StartChat: { open: MEMBERS_SOMEWHERE, data: ({ victim }) => ({ userId: victim }) },
    OpenChat: { open: SIGNED_IN, data: ({ chat }) => ({ chatId: chat, round: 1 }) },
    DeleteChat: { open: SIGNED_IN, data: () => ({ chatId: randomUUID(), round: 1 }) },
  },
  topics: { chat: ['owner', ({ chat }) => topicName.chat(chat)] },
};
