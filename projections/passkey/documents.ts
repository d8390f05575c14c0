import { defineDocuments } from '../kernel/documents.ts';
import { passkeys } from './collections.ts';
import { passkeyTopics } from './topics.ts';

/** The passkeys, as their owner sees them. */
export const passkeyDocuments = defineDocuments({
  name: 'passkey',
  collections: [passkeys],
  topics: passkeyTopics,
});
