import { defineDocuments } from '../kernel/documents.ts';
import { recentSearches, searchers, searchTotals } from './collections.ts';
import { searchTopics } from './topics.ts';

/** Recent and popular searches. */
export const searchDocuments = defineDocuments({
  name: 'search',
  collections: [recentSearches, searchTotals, searchers],
  topics: searchTopics,
});
