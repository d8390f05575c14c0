import { chatIdOf } from '#domain/chat/face.ts';
import { chats } from '#projections/chat/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { useDocument, useTopic } from '../../sync/hooks.ts';

/** Whether the two have a conversation, as far as this browser knows. */
export function useStanding(userId: string | null, partner: string | null): boolean {
  const chatId = userId === null || partner === null ? null : chatIdOf(userId, partner);
  useTopic(chatId === null ? null : topicName.chat(chatId));
  return useDocument(chats, chatId) !== undefined;
}
