import { SEARCH_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { postSearchChoices } from '#projections/post/searchFilters.ts';
import { FILTERS, type Search, TABS } from './address.ts';

/** The first half of a letter whose second half was cut off. */
const HALF_LETTER = /[\uD800-\uDBFF]$/;

/**
 * Reads the address of the page. What it does not know is left out, and a text that is too long is cut: the server would
 * refuse both, however often it is asked.
 */
export function searchIn(query: URLSearchParams): Search {
  const asked = query.get('show');
  const filters = FILTERS.flatMap((name) => {
    const value = query.get(name);
    return value !== null && postSearchChoices[name]?.includes(value) ? [[name, value]] : [];
  });
  return {
    text: (query.get('q') ?? '').trim().slice(0, SEARCH_MAX_CHARACTERS).replace(HALF_LETTER, '').trimEnd(),
    show: TABS.find(({ show }) => show === asked)?.show ?? 'latest',
    filters: Object.fromEntries(filters),
  };
}
