import { defineDocuments } from '../kernel/documents.ts';
import { accounts, people, usernames } from './collections.ts';
import { userTopics } from './topics.ts';

/** People, accounts and user names. */
export const userDocuments = defineDocuments({
  name: 'user',
  collections: [people, accounts, usernames],
  topics: userTopics,
});
