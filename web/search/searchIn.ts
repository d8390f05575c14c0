import { SEARCH_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { postSearchChoices } from '#projections/post/searchFilters.ts';
import { startOfSign } from '../kit/graphemes.ts';
import { FILTERS, type Search, TABS } from './address.ts';

/** The words as far as a search takes them, with no sign cut through. */
function shortened(text: string): string {
  return text.length <= SEARCH_MAX_CHARACTERS
    ? text
    : text.slice(0, startOfSign(text, SEARCH_MAX_CHARACTERS)).trimEnd();
}

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
    text: shortened((query.get('q') ?? '').trim()),
    show: TABS.find(({ show }) => show === asked)?.show ?? 'latest',
    filters: Object.fromEntries(filters),
  };
}
