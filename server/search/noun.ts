import { reveal } from '#domain/kernel/personal.ts';
import { SEARCHES_KEPT_PER_DAY } from '#domain/search/limits.ts';
import { perDay } from '../fairness/rate.ts';
import { defineServerNoun } from '../noun.ts';
import { firstSearch, searchFirstView } from './firstView.ts';
import { createPopularReactor } from './popular.ts';
import { visitorSearchRoutes } from './visitorSearches.ts';

/** Searches: those of visitors are counted, and a text that many looked for is shown to the campus. */
export const searchNoun = defineServerNoun({
  name: 'search',
  routes: (parts) => [visitorSearchRoutes(parts)],
  rates: [{ name: 'searches-kept', commands: ['PerformSearch'], rate: perDay(SEARCHES_KEPT_PER_DAY) }],
  firstView: searchFirstView,
  firstSearch,
  reactors: { popular: createPopularReactor },
  archive: {
    SearchPerformed: ({ data }) => ({ what: 'You searched', text: reveal(data.text) }),
    RecentSearchAdded: ({ data }) => ({ what: 'You kept a search', text: reveal(data.text) }),
  },
});
