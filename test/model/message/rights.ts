import { randomUUID } from 'node:crypto';
import type { messageNoun } from '#domain/message/noun.ts';
import type { messageProjection } from '#projections/message/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { MEMBERS_SOMEWHERE, type RightsOf, SIGNED_IN } from '../rights.ts';

const ofMessage = { open: SIGNED_IN, data: () => ({ messageId: randomUUID() }) };

/** Whose school is verified writes, to the other one of the two; what they write is for the two alone. */
export const messageRights: RightsOf<typeof messageNoun, typeof messageProjection> = {
  commands: {
    SendMessage: {
      open: MEMBERS_SOMEWHERE,
      data: ({ chat }) => ({ chatId: chat, text: 'Is the sextant still there?', media: [], postId: null }),
    },
    SeeMessage: ofMessage,
    LikeMessage: ofMessage,
    UnlikeMessage: ofMessage,
  },
  topics: {
    messages: ['owner', ({ chat }) => topicName.messages(chat, '1')],
    conversations: ['owner', ({ people }) => topicName.conversations(people.owner.userId)],
  },
};
