import { Search } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun, frameSlots } from '../noun.ts';
import { BesidePage } from './BesidePage.tsx';
import { clearSearchesDialog, filtersDialog } from './dialogs.ts';
import { SearchKey } from './SearchKey.ts';

const link = { rank: 12, to: '/search', label: 'Search', icon: Search, site: 'campus' } as const;

/** Searches: the box, the results, one's own list. */
export const search = defineWebNoun({
  name: 'search',
  routes: [
    { path: '/search', Page: lazySoon(() => import('./SearchPage.tsx')), guard: 'profile', site: 'campus' },
    {
      path: '/search',
      Page: lazySoon(() => import('./ToSchools.tsx')),
      guard: 'profile',
      site: 'generic',
      isOpen: true,
    },
  ],
  navigation: { side: [link], bottom: [link] },
  dialogs: [
    fill(
      clearSearchesDialog,
      lazySoon(() => import('./ClearSearchesDialog.tsx')),
    ),
    fill(
      filtersDialog,
      lazySoon(() => import('./FiltersDialog.tsx')),
    ),
  ],
  slots: [fill(frameSlots.asideTop, BesidePage), fill(frameSlots.inShell, SearchKey)],
  direct: ['PerformSearch', 'AddRecentSearch', 'RemoveRecentSearch', 'ClearRecentSearches'],
  shortcuts: [{ keys: ['/'], text: 'Search' }],
});
