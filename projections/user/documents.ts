import { defineDocuments } from '../kernel/documents.ts';
import { accounts, authorCounters, hiddenPeople, homes, introductions, people, usernames } from './collections.ts';
import { accountRight } from './right.ts';
import { userTopics } from './topics.ts';

/** People, accounts and user names. */
export const userDocuments = defineDocuments({
  name: 'user',
  collections: [people, hiddenPeople, homes, introductions, accounts, usernames, authorCounters],
  topics: userTopics,
  rights: [accountRight],
});
