import { reveal } from '#domain/kernel/personal.ts';
import { defineServerNoun } from '../noun.ts';
import { createPopularReactor } from './popular.ts';
import { visitorSearchRoutes } from './visitorSearches.ts';

/** Searches: those of visitors are counted, and a text that many looked for is shown to the campus. */
export const searchNoun = defineServerNoun({
  name: 'search',
  routes: (parts) => [visitorSearchRoutes(parts)],
  reactors: { popular: ({ dispatcher, logger }) => createPopularReactor(dispatcher, logger) },
  archive: {
    SearchPerformed: ({ data }) => ({ what: 'You searched', text: reveal(data.text) }),
    RecentSearchAdded: ({ data }) => ({ what: 'You kept a search', text: reveal(data.text) }),
  },
});
