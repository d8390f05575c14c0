import { defineDocuments } from '../kernel/documents.ts';
import { bannedAddresses, bans } from './collections.ts';
import { banTopics } from './topics.ts';

/** Who is banned, and the addresses that are closed with them. */
export const banDocuments = defineDocuments({
  name: 'ban',
  collections: [bans, bannedAddresses],
  topics: banTopics,
});
