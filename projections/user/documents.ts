import { defineDocuments } from '../kernel/documents.ts';
import { accounts, authorCounters, hiddenPeople, introductions, people, usernames } from './collections.ts';
import { userTopics } from './topics.ts';

/** People, accounts and user names. */
export const userDocuments = defineDocuments({
  name: 'user',
  collections: [people, hiddenPeople, introductions, accounts, usernames, authorCounters],
  topics: userTopics,
});
