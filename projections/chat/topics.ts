import { chatAccess } from '#domain/chat/access.ts';
import { behind, defineTopics, documentOf } from '../kernel/topic.ts';
import { type Chat, chats } from './collections.ts';
import { chatTopicNames } from './topicNames.ts';

/**
 * The documents of a conversation are for its two people (CHAT-22). Of a foreign one the answer is that of one that does not
 * exist, or was deleted (CHAT-03).
 *
 * @param isPresent whether the round that is asked for is the present one
 */
export function ofChat(chatId: string, isPresent: (chat: Chat) => boolean = () => true) {
  return behind(chats, chatId, (reader, chat) =>
    chat === undefined || chat === null || !chatAccess.maySee(reader, chat) || !isPresent(chat) ? 'CHAT_UNKNOWN' : null,
  );
}

/** Conversations. */
export const chatTopics = defineTopics(chatTopicNames, {
  chat: (chatId) => ({ ...documentOf(chats, 'byId', chatId), ...ofChat(chatId) }),
});
