import { defineDocuments } from '../kernel/documents.ts';
import { chats } from './collections.ts';
import { chatTopics } from './topics.ts';

/** Conversations of two people. */
export const chatDocuments = defineDocuments({ name: 'chat', collections: [chats], topics: chatTopics });
