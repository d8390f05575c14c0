import { defineDocuments } from '../kernel/documents.ts';
import { optOuts, productUse } from './collections.ts';
import { analyticsTopics } from './topics.ts';

/** How much the product is used, and whose acts do not count. */
export const analyticsDocuments = defineDocuments({
  name: 'analytics',
  collections: [optOuts, productUse],
  topics: analyticsTopics,
});
