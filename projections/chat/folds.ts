import type { ChatEvent } from '#domain/chat/events.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type Fold, type Folds, write } from '../kernel/projection.ts';
import { type Chat, chats } from './collections.ts';

const reads = ({ data }: RecordedEvent<ChatEvent>) => [{ collection: chats.name, key: data.chatId }];

const chatStarted: Fold<'ChatStarted'> = {
  reads,
  fold: ({ data: { chatId: id, round, starter, partner }, meta }) => [
    write(chats, id, { id, round, starter, partner, createdAt: meta.at, opened: false, closed: false }),
  ],
};

const chatDeleted: Fold<'ChatDeleted'> = { reads, fold: ({ data }) => [write(chats, data.chatId, null)] };

/** Changes the conversation, if it stands. */
function changes<Type extends 'ChatOpened' | 'ChatClosed'>(change: Partial<Chat>): Fold<Type> {
  return {
    reads,
    fold({ data }: RecordedEvent<ChatEvent>, documents) {
      const chat = documents.get(chats, data.chatId);
      return chat === undefined ? [] : [write(chats, data.chatId, { ...chat, ...change })];
    },
  } as Fold<Type>;
}

/** Folds of the conversations. */
export const chatFolds: Folds = {
  ChatStarted: chatStarted,
  ChatOpened: changes<'ChatOpened'>({ opened: true }),
  ChatDeleted: chatDeleted,
  ChatClosed: changes<'ChatClosed'>({ closed: true }),
};
