import { chats } from '../chat/collections.ts';
import { attachTo } from '../kernel/attachment.ts';
import { defineDocuments } from '../kernel/documents.ts';
import { accounts, introductions } from '../user/collections.ts';
import {
  answerPaces,
  answerTimes,
  closedThreads,
  conversationKey,
  conversations,
  dueMails,
  messages,
  unreadChats,
} from './collections.ts';
import { writes } from './signals.ts';
import { messageTopics } from './topics.ts';

/** Messages, and how each conversation stands for its two people. */
export const messageDocuments = defineDocuments({
  name: 'message',
  collections: [messages, conversations, unreadChats, closedThreads, dueMails, answerTimes, answerPaces],
  topics: messageTopics,
  signals: [writes],
  attachments: [
    attachTo(chats, {
      viewerRefs: ({ id }, { userId }) => [{ collection: conversations.name, key: conversationKey(id, userId) }],
    }),
    attachTo(accounts, { refs: ({ id }) => [{ collection: unreadChats.name, key: id }] }),
    attachTo(introductions, { refs: ({ id }) => [{ collection: answerPaces.name, key: id }] }),
  ],
});
