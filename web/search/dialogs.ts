import { dialog } from '../kit/dialog/dialogStore.ts';
import type { Search } from './address.ts';

/** Asks before all recent searches are cleared. */
export const clearSearchesDialog = dialog('clear recent searches');

/** The filters of a search, on a phone. */
export const filtersDialog = dialog<{ readonly search: Search }>('filters of a search');
