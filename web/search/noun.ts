import { defineWebNoun } from '../noun.ts';

/** Searches: the box, the results, what one looked for. */
export const search = defineWebNoun({
  name: 'search',
  direct: ['PerformSearch', 'AddRecentSearch', 'RemoveRecentSearch', 'ClearRecentSearches'],
});
