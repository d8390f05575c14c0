/** Path of the page. */
export const SEARCH_PATH = '/search';

/** State of a visit that begins in the box: it was asked for by the key of the search. */
export const TO_TYPE = 'toType';

/** Tabs of the page by the name in its address (SRCH-07). */
export const TABS = [
  { show: 'latest', label: 'Latest' },
  { show: 'media', label: 'Media' },
  { show: 'people', label: 'People' },
] as const;
export type Show = (typeof TABS)[number]['show'];

/** Filters of posts in the address, in the order in which they are shown. */
export const FILTERS = ['category', 'price', 'condition', 'pictures', 'standing'] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** All that the address of the page says. */
export interface Search {
  /** As it was typed, without space around it; empty: everything that the filters leave. */
  readonly text: string;
  readonly show: Show;
  readonly filters: Filters;
}

/** Whether a search asks for anything: for words, or for what filters say; people have no filters. */
export function isAsked({ text, show, filters }: Search): boolean {
  return text !== '' || (show !== 'people' && Object.keys(filters).length > 0);
}

/** The address of a search: shared or reloaded, it shows the same. */
export function addressOf({ text, show = 'latest', filters = {} }: Partial<Search>): string {
  const query = new URLSearchParams();
  if (text !== undefined && text !== '') query.set('q', text);
  if (show !== 'latest') query.set('show', show);
  for (const name of FILTERS) if (filters[name] !== undefined) query.set(name, filters[name]);
  const asked = query.toString();
  return asked === '' ? SEARCH_PATH : `${SEARCH_PATH}?${asked}`;
}
