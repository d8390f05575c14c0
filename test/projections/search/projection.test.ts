import { describe, expect, it } from '@jest/globals';
import { VISITOR } from '#domain/kernel/access.ts';
import { personal } from '#domain/kernel/personal.ts';
import { POPULAR_SEARCHES_SHOWN } from '#domain/search/limits.ts';
import {
  type RecentSearch,
  recentListKey,
  recentSearches,
  type SearchTotal,
  searcherKey,
  searchTotals,
} from '#projections/search/collections.ts';
import { searchTopicNames } from '#projections/search/topicNames.ts';
import { searchTopics } from '#projections/search/topics.ts';
import { hashOf } from '#test/domain/hashOf.ts';
import { createLogBuilder, id, instant } from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

type Log = ReturnType<typeof createLogBuilder>;

const termOf = (words: string, campus = 'ou') => hashOf(`${campus} ${words.toLowerCase()}`);
let searches = 0;
/** A search of a user, or the entry of one's list alone. */
function search(log: Log, words: string, who: string, { campus = 'ou', isKept = false } = {}): void {
  searches += 1;
  const entry = { searchId: id(`search ${searches}`), userId: id(who), campus, term: termOf(words, campus) };
  log.add(isKept ? 'RecentSearchAdded' : 'SearchPerformed', { ...entry, text: personal(words) });
}
function visit(log: Log, words: string): void {
  searches += 1;
  log.add('VisitorSearched', { searchId: id(`search ${searches}`), campus: 'ou', term: termOf(words) });
}
const publish = (log: Log, words: string, campus = 'ou') =>
  log.add('SearchTermPublished', { term: termOf(words, campus), campus, text: words });

const popular = (log: Log, campus = 'ou') =>
  foldAll(log.events)
    .query('searchTotals', 'popular', [campus])
    .map(({ doc }) => doc as SearchTotal);
const recents = (log: Log, who: string, campus = 'ou') =>
  foldAll(log.events)
    .query('recentSearches', 'list', [recentListKey(campus, id(who))])
    .map(({ doc }) => doc as RecentSearch)
    .map(({ term, quantity }) => [term, quantity]);

describe('popular searches', () => {
  it('[SRCH-18] [DATA-08 in part] count each person once and each search, and those of visitors apart', () => {
    const log = createLogBuilder();
    for (const who of ['ann', 'ann', 'bob', 'ann']) search(log, 'tent', who);
    for (let n = 0; n < 3; n += 1) visit(log, 'tent');
    publish(log, 'tent');
    expect(popular(log)).toMatchObject([{ text: 'tent', uniqueViews: 2, ghostViews: 3, totalViews: 7 }]);
    // An entry of a list is no search; and who has cleared the list is not new.
    search(log, 'tent', 'ann', { isKept: true });
    log.add('RecentSearchesCleared', { userId: id('ann'), terms: [termOf('tent')] });
    search(log, 'tent', 'ann');
    expect(popular(log)).toMatchObject([{ uniqueViews: 2, ghostViews: 3, totalViews: 8 }]);
  });

  it('[P10] count the searches of an erased person no more, once, and keep their place among equals', () => {
    const log = createLogBuilder();
    for (const who of ['ann', 'bob', 'ann']) search(log, 'tent', who);
    visit(log, 'tent');
    for (const who of ['ann', 'bob']) search(log, 'lamp', who);
    for (const words of ['tent', 'lamp']) publish(log, words);
    const forget = (who: string) =>
      log.add('SearcherForgotten', { term: termOf('tent'), campus: 'ou', userId: id(who) });
    forget('ann');
    const lamp = { text: 'lamp', uniqueViews: 2, totalViews: 2 };
    expect(popular(log)).toMatchObject([lamp, { text: 'tent', uniqueViews: 1, ghostViews: 1, totalViews: 2 }]);
    forget('ann');
    forget('cy');
    expect(popular(log)).toMatchObject([lamp, { uniqueViews: 1, totalViews: 2 }]);
  });

  it('[SRCH-02 in part] are those with the most searches first, whatever their number of digits; of as many, the last one', () => {
    const log = createLogBuilder();
    for (const [words, times] of [
      ['tent', 9],
      ['lamp', 100],
      ['desk', 10],
      ['skis', 9],
    ] as const) {
      for (let n = 0; n < times; n += 1) visit(log, words);
    }
    for (const words of ['skis', 'tent', 'lamp', 'desk']) publish(log, words);
    expect(popular(log).map(({ text }) => text)).toEqual(['lamp', 'desk', 'tent', 'skis']);
  });

  it('[CAMP-18 in part] are of one campus, and hidden until they are published', () => {
    const log = createLogBuilder();
    search(log, 'tent', 'ann');
    search(log, 'tent', 'uma', { campus: 'ut' });
    expect(popular(log)).toEqual([]);
    publish(log, 'tent', 'ut');
    expect([popular(log), popular(log, 'ut').map(({ totalViews }) => totalViews)]).toEqual([[], [1]]);
  });

  it('[SRCH-02 in part] are 14 that are fetched, and 4 below the box; of a private campus for its members', () => {
    const topic = searchTopics.popularSearches.topicOf('ou');
    expect([topic?.firstPage, POPULAR_SEARCHES_SHOWN]).toEqual([14, 4]);
    const reader = { ...VISITOR, closed: ['ou'] };
    expect(topic?.refuse(reader, undefined)).toBe('TOPIC_FORBIDDEN');
    expect(topic?.refuse({ ...reader, closed: [] }, undefined)).toBeNull();
  });
});

describe('recent searches', () => {
  it('[CAMP-18 in part] change the open list of their own campus alone', () => {
    const log = createLogBuilder();
    search(log, 'tent', 'ann');
    search(log, 'skis', 'ann', { campus: 'ut' });
    const found = foldAll(log.events);
    const topicsAt = (campus: string) =>
      found
        .query('recentSearches', 'list', [recentListKey(campus, id('ann'))])
        .map(({ doc }) => recentSearches.topics(doc as RecentSearch));
    for (const campus of ['ou', 'ut'])
      expect(topicsAt(campus)).toEqual([[searchTopicNames.recentSearches(campus, id('ann'))]]);
  });

  it('[CAMP-18 in part] [SRCH-17 in part] [DATA-08 in part] are each person’s own, of each campus, the last first; the same again moves up and counts', () => {
    const log = createLogBuilder();
    for (const words of ['tent', 'lamp', 'desk', 'tent']) search(log, words, 'ann');
    search(log, 'lamp', 'ann', { isKept: true });
    search(log, 'skis', 'bob');
    search(log, 'skis', 'ann', { campus: 'ut' });
    expect(recents(log, 'ann')).toEqual([
      [termOf('lamp'), 1],
      [termOf('tent'), 2],
      [termOf('desk'), 1],
    ]);
    expect([recents(log, 'bob'), recents(log, 'ann', 'ut')]).toEqual([
      [[termOf('skis'), 1]],
      [[termOf('skis', 'ut'), 1]],
    ]);
    const topic = searchTopics.recentSearches.topicOf('ou', id('ann'));
    expect(topic?.refuse({ ...VISITOR, closed: [], userId: id('bob') }, undefined)).toBe('TOPIC_FORBIDDEN');
    expect(topic?.refuse({ ...VISITOR, closed: [], userId: id('ann') }, undefined)).toBeNull();
  });

  it('[SRCH-03 in part] leave the list one by one or many at once, and nothing of another person', () => {
    const log = createLogBuilder();
    for (const words of ['tent', 'lamp', 'desk']) search(log, words, 'ann');
    search(log, 'tent', 'bob');
    log.add('RecentSearchRemoved', { searchId: id('search'), userId: id('ann'), term: termOf('lamp') });
    expect(recents(log, 'ann').map(([term]) => term)).toEqual([termOf('desk'), termOf('tent')]);
    log.add('RecentSearchesCleared', { userId: id('ann'), terms: [termOf('desk'), termOf('tent'), termOf('never')] });
    expect([recents(log, 'ann'), recents(log, 'bob')]).toEqual([[], [[termOf('tent'), 1]]]);
  });
});

it('[DATA-08] [SRCH-17 in part] a search has its text, three kinds of views and its dates; its user has the id, text, number and dates of theirs', () => {
  const log = createLogBuilder();
  for (const [words, who] of [
    ['desk', 'ann'],
    ['Desk', 'ann'],
    ['desk', 'bob'],
  ] as const)
    search(log, words, who);
  visit(log, 'desk');
  publish(log, 'desk');
  const documents = foldAll(log.events);
  expect(documentOf(documents, searchTotals, termOf('desk'))).toMatchObject({
    ...{ text: 'desk', uniqueViews: 2, ghostViews: 1, totalViews: 4 },
    ...{ firstAt: instant(1), lastAt: instant(4) },
  });
  const [, second] = log.events;
  expect(documentOf(documents, recentSearches, searcherKey(termOf('desk'), id('ann')))).toMatchObject({
    ...{ searchId: (second?.data as { readonly searchId?: string } | undefined)?.searchId, text: personal('Desk') },
    ...{ quantity: 2, firstAt: instant(1), lastAt: instant(2) },
  });
});

it('[SRCH-18 in part] a text that a moderator took back is in no list any more, and goes on being counted', () => {
  const log = createLogBuilder();
  search(log, 'desk', 'ann');
  publish(log, 'desk');
  expect(popular(log)).toHaveLength(1);
  log.add('SearchTermTakenBack', { term: termOf('desk'), campus: 'ou', reason: 'harassment' });
  expect(popular(log)).toEqual([]);
  search(log, 'desk', 'bob');
  expect(popular(log)).toEqual([]);
  const total = documentOf(foldAll(log.events), searchTotals, termOf('desk'));
  expect(total).toMatchObject({ text: null, uniqueViews: 2 });
  expect(total && searchTotals.topics(total)).toEqual([]);
});
