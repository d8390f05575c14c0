import { chatAccess } from '#domain/chat/access.ts';
import { CHATS_PAGE } from '#domain/chat/limits.ts';
import { CHAT_PAGE_MESSAGES } from '#domain/message/limits.ts';
import { ofChat } from '../chat/face.ts';
import { defineTopics, forThose, windowOf } from '../kernel/topic.ts';
import { conversations, messages, threadKey } from './collections.ts';
import { messageTopicNames } from './topicNames.ts';

/** Messages, newest first (CHAT-05), and the list of conversations, newest activity first (CHAT-01). */
export const messageTopics = defineTopics(messageTopicNames, {
  messages(chatId, named) {
    const round = Number(named);
    // One name a round, so that one topic has one window.
    if (!Number.isSafeInteger(round) || String(round) !== named) return null;
    return {
      ...windowOf(messages, 'thread', [threadKey(chatId, round)], CHAT_PAGE_MESSAGES),
      ...ofChat(chatId, (chat) => chat.round === round),
    };
  },
  conversations: (userId) => ({
    ...windowOf(conversations, 'list', [userId], CHATS_PAGE),
    ...forThose((reader) => chatAccess.maySeeList(reader, userId)),
  }),
});
