import { searchViews } from '#projections/registry.ts';
import { namesOfPages } from '#projections/search/livePages.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { FirstSearch, FirstView } from '../http/firstView.ts';

const PATH = '/search';
const FIRST_TAB = 'latest';

/** By tab of the page, the topics that keep its hits live. */
const HITS = { latest: 'somePosts', media: 'somePosts', people: 'somePeople' } as const;

const textOf = (query: URLSearchParams) => (query.get('q') ?? '').trim();
const isTab = (name: string): name is keyof typeof HITS => Object.hasOwn(HITS, name);

/** The search of an address, read as the page reads it (`web/search/searchIn.ts`): its tab, and the filters that the tab has. */
function searchIn(query: URLSearchParams) {
  const asked = query.get('show') ?? '';
  const show = isTab(asked) ? asked : FIRST_TAB;
  const filters = Object.entries(searchViews[show]?.search.choices ?? {}).flatMap(([name, values]) => {
    const value = query.get(name);
    return value !== null && values.includes(value) ? [[name, value] as const] : [];
  });
  const text = textOf(query);
  return { text, show, filters, isAsked: text !== '' || filters.length > 0 };
}

/** Without words and filters, the page shows the popular searches (SRCH-11). */
export const searchFirstView: FirstView = (path, { campus, query }) =>
  path === PATH && !searchIn(query).isAsked ? [topicName.popularSearches(campus)] : [];

/** The search of the address. */
export const firstSearch: FirstSearch = (path, { campus, query }) => {
  if (path !== PATH) return null;
  const { text, show, filters, isAsked } = searchIn(query);
  if (!isAsked) return null;
  return {
    question: { q: text, show, ...Object.fromEntries(filters) },
    topicsOf: (keys) => namesOfPages([keys]).map((names) => topicName[HITS[show]](campus, names)),
  };
};
