import { chatIdOf } from '#domain/chat/face.ts';
import { chats } from '#projections/chat/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { useDocument, useTopic } from '../../sync/hooks.ts';

/** The conversation of two, as far as this browser knows. */
export interface Standing {
  readonly stands: boolean;
  /** Whether that has been heard. */
  readonly isKnown: boolean;
  /** Asks for it anew: it was refused before it was begun. */
  askAnew(): void;
}

/** Whether the two have a conversation. */
export function useStanding(userId: string | null, partner: string | null): Standing {
  const chatId = userId === null || partner === null ? null : chatIdOf(userId, partner);
  const topic = useTopic(chatId === null ? null : topicName.chat(chatId));
  const stands = useDocument(chats, chatId) !== undefined;
  return { stands, isKnown: stands || topic.status !== 'loading', askAnew: topic.retry };
}
