import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { EventNamed } from '#domain/registry.ts';
import { type DocumentView, type Fold, type Folds, write } from '../kernel/projection.ts';
import {
  recentListKey,
  recentSearches,
  type SearchTotal,
  searcherKey,
  searchers,
  searchTotals,
} from './collections.ts';

/** Digits of a count in the rank of a total: ranks are compared as texts. */
const COUNT_DIGITS = 12;

type Kept = RecordedEvent<EventNamed<'SearchPerformed' | 'RecentSearchAdded'>>;

/** The entry of a user's list: new, or moved to its top (Q55). */
function entered({ data, meta: { at }, position: order }: Kept, documents: DocumentView, searches: number) {
  const { searchId, userId: user, campus, term, text } = data;
  const id = searcherKey(term, user);
  const before = documents.get(recentSearches, id);
  return write(recentSearches, id, {
    ...{ id, searchId, user, campus, term, text, order },
    list: recentListKey(campus, user),
    quantity: (before?.quantity ?? 0) + searches,
    firstAt: before?.firstAt ?? at,
    lastAt: at,
  });
}

type Viewed = Pick<RecordedEvent, 'meta' | 'position'> & {
  readonly data: { readonly term: string; readonly campus: string };
};

/** Order of a total: its searches, then the position of the last change. */
const rankOf = (views: number, position: string) => `${String(views).padStart(COUNT_DIGITS, '0')}-${position}`;

/** The total of a term, changed. */
function totalled(
  { data: { term: id, campus }, meta: { at }, position }: Viewed,
  documents: DocumentView,
  change: (before: SearchTotal) => Partial<SearchTotal>,
) {
  const before: SearchTotal = documents.get(searchTotals, id) ?? {
    ...{ id, campus, text: null, popular: null, uniqueViews: 0, ghostViews: 0, totalViews: 0 },
    ...{ firstAt: at, lastAt: at, rank: '' },
  };
  const after = { ...before, ...change(before) };
  return write(searchTotals, id, { ...after, rank: rankOf(after.totalViews, position) });
}

const readTotal = ({ data: { term } }: Viewed) => ({ collection: searchTotals.name, key: term });
type OfSearcher = { readonly data: { readonly term: string; readonly userId: string } };
const readEntry = ({ data: { term, userId } }: OfSearcher) => ({
  collection: recentSearches.name,
  key: searcherKey(term, userId),
});
const readSearcher = ({ data: { term, userId } }: OfSearcher) => ({
  collection: searchers.name,
  key: searcherKey(term, userId),
});

const searchPerformed: Fold<'SearchPerformed'> = {
  reads: (event) => [readEntry(event), readSearcher(event), readTotal(event)],
  fold(event, documents) {
    const { term, userId: user, campus } = event.data;
    const id = searcherKey(term, user);
    const before = documents.get(searchers, id);
    const isFirst = before === undefined;
    const { views, order } = before ?? { views: 0, order: event.position };
    return [
      entered(event, documents, 1),
      write(searchers, id, { id, user, term, campus, views: views + 1, order }),
      totalled(event, documents, ({ uniqueViews, totalViews }) => ({
        uniqueViews: uniqueViews + (isFirst ? 1 : 0),
        totalViews: totalViews + 1,
        lastAt: event.meta.at,
      })),
    ];
  },
};

const recentSearchAdded: Fold<'RecentSearchAdded'> = {
  reads: (event) => [readEntry(event)],
  fold: (event, documents) => [entered(event, documents, 0)],
};

const visitorSearched: Fold<'VisitorSearched'> = {
  reads: (event) => [readTotal(event)],
  fold: (event, documents) => [
    totalled(event, documents, ({ ghostViews, totalViews }) => ({
      ghostViews: ghostViews + 1,
      totalViews: totalViews + 1,
      lastAt: event.meta.at,
    })),
  ],
};

/** The searches of an erased person leave the total; its place among those of as many searches stays. */
const searcherForgotten: Fold<'SearcherForgotten'> = {
  reads: (event) => [readSearcher(event), readTotal(event)],
  fold({ data: { term, userId } }, documents) {
    const id = searcherKey(term, userId);
    const searcher = documents.get(searchers, id);
    const before = documents.get(searchTotals, term);
    if (searcher === undefined || before === undefined) return [];
    const totalViews = before.totalViews - searcher.views;
    const rank = rankOf(totalViews, before.rank.slice(COUNT_DIGITS + 1));
    const total = { ...before, uniqueViews: before.uniqueViews - 1, totalViews, rank };
    return [write(searchers, id, null), write(searchTotals, term, total)];
  },
};

const searchTermPublished: Fold<'SearchTermPublished'> = {
  reads: (event) => [readTotal(event)],
  fold: (event, documents) => [
    totalled(event, documents, () => ({ text: event.data.text, popular: event.data.campus })),
  ],
};

const searchTermTakenBack: Fold<'SearchTermTakenBack'> = {
  reads: (event) => [readTotal(event)],
  fold: (event, documents) => [totalled(event, documents, () => ({ text: null, popular: null }))],
};

/** Takes entries from a user's list, as far as they are in it. */
function taken(keys: readonly string[], documents: DocumentView) {
  return keys.flatMap((key) =>
    documents.get(recentSearches, key) === undefined ? [] : [write(recentSearches, key, null)],
  );
}

const recentSearchRemoved: Fold<'RecentSearchRemoved'> = {
  reads: (event) => [readEntry(event)],
  fold: ({ data: { term, userId } }, documents) => taken([searcherKey(term, userId)], documents),
};

const keysOf = ({ terms, userId }: EventNamed<'RecentSearchesCleared'>['data']) =>
  [...new Set(terms)].map((term) => searcherKey(term, userId));

const recentSearchesCleared: Fold<'RecentSearchesCleared'> = {
  reads: ({ data }) => keysOf(data).map((key) => ({ collection: recentSearches.name, key })),
  fold: ({ data }, documents) => taken(keysOf(data), documents),
};

/** Folds of the searches. */
export const searchFolds: Folds = {
  SearchPerformed: searchPerformed,
  RecentSearchAdded: recentSearchAdded,
  RecentSearchRemoved: recentSearchRemoved,
  RecentSearchesCleared: recentSearchesCleared,
  VisitorSearched: visitorSearched,
  SearcherForgotten: searcherForgotten,
  SearchTermPublished: searchTermPublished,
  SearchTermTakenBack: searchTermTakenBack,
};
