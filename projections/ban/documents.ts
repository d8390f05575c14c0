import { defineDocuments } from '../kernel/documents.ts';
import { bans } from './collections.ts';
import { banTopics } from './topics.ts';

/** Who is banned. */
export const banDocuments = defineDocuments({
  name: 'ban',
  collections: [bans],
  topics: banTopics,
});
