import { CHATS_PER_DAY } from '#domain/chat/limits.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { perDay } from '../fairness/rate.ts';
import { defineServerNoun } from '../noun.ts';
import { chatsOfPerson, createLateChatReactor } from './lateChats.ts';
import { chatRoutes } from './routes.ts';

/** Conversations: each is closed when the account of one of its two people ends (D53). */
export const chatNoun = defineServerNoun({
  name: 'chat',
  routes: (parts) => [chatRoutes(parts)],
  rates: [{ name: 'chats', commands: ['StartChat'], rate: perDay(CHATS_PER_DAY) }],
  reactors: { chats: createLateChatReactor },
  archive: {
    ChatStarted: () => ({ what: 'A conversation began' }),
    ChatDeleted: () => ({ what: 'A conversation was deleted' }),
  },
  dependents: [chatsOfPerson],
  firstView(path, { userId }) {
    if (userId === null || !/^\/messages(\/|$)/.test(path)) return [];
    const [, chatId] = /^\/messages\/([0-9a-f-]{36})$/.exec(path) ?? [];
    return [topicName.conversations(userId), ...(chatId === undefined ? [] : [topicName.chat(chatId)])];
  },
});
