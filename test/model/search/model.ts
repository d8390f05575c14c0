import fc from 'fast-check';
import { maySeeCampus } from '#domain/campus/access.ts';
import type { SearchState } from '#domain/search/state.ts';
import type { RecentSearch, Searcher, SearchTotal } from '#projections/search/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { id } from '#test/projections/support/events.ts';
import { texts } from '../../domain/arbitraries.ts';
import { drawFrom, type Known } from '../acts.ts';
import { type AnswersModel, documentsOf, expects } from '../answers.ts';
import { type Asked, commandModel, type NounModel, type Quiet } from '../model.ts';
import type { Part } from '../parts.ts';
import { isModeratorIn, moderatorOf } from '../user/parts.ts';
import { searchDocumentsOf } from './documents.ts';
import { searchSteps, termOf, WANTED } from './history.ts';
import { searchRights } from './rights.ts';
import { searchRule } from './rule.ts';

/** One command in this many does not aim at what leads on. */
const OFF_TARGET = 4;

/** Searches that their people have removed. */
const removed: Part<Set<string>> = { begin: () => new Set() };

/** A search that was removed from a list is not shown in it. */
const searchAnswers: AnswersModel = {
  take({ type, data, truth }, parts) {
    if (type === 'RemoveRecentSearch' && truth === 'yes') parts.of(removed).add(String(data.searchId));
  },
  *check(seen, parts) {
    for (const { searchId } of documentsOf<RecentSearch>(seen, 'recentSearches').values()) {
      yield expects(!parts.of(removed).has(searchId), () => `The search ${searchId} was removed and is in the list.`);
    }
  },
};

/** An erased person counts for nothing any more: the house sees to it. */
function* unfinished({ documents: found }: Quiet): Iterable<string> {
  for (const { key, doc } of found.all('searchers')) {
    const isErased = doc !== null && found.get('erasures', (doc as Searcher).user)?.doc != null;
    if (isErased) yield `the erased searcher ${key} is still counted`;
  }
}

const words = fc.oneof(fc.constantFrom(...WANTED), texts);
const asked = ({ campus, fields }: Asked<string>) => ({ data: { campus, text: fields } });
const searchesOf = ({ world, userId }: Pick<Asked, 'world' | 'userId'>) =>
  world.ids('search').filter((each) => (world.stateOf('search', each) as SearchState).entry?.userId === userId);

/** Who searches for what: mostly a new person for the text that most have searched for, so that texts get popular. */
function sharing({ world, userId, pick, pick2, fields }: Asked<string>) {
  const stateOf = (text: string) => world.stateOf('search', termOf(text)) as SearchState;
  if (pick2 % OFF_TARGET === 0) return { userId, text: fields };
  const open = WANTED.filter((each) => !stateOf(each).published);
  const text = open.toSorted((a, b) => stateOf(b).sharedBy.length - stateOf(a).sharedBy.length)[0] ?? fields;
  const { sharedBy } = stateOf(text);
  const others = world.ids('user').filter((each) => world.user(each).verified && !sharedBy.includes(each));
  return { userId: others[pick % (others.length || 1)] ?? userId, text };
}

/** The term of a text that the campus sees; `undefined`: there is none, or another one is meant. */
function shownTermOf({ world, pick, pick2 }: Omit<Asked, 'fields'>): string | undefined {
  const shown = world.ids('search').filter((each) => (world.stateOf('search', each) as SearchState).shownOn !== null);
  return pick2 % OFF_TARGET === 0 ? undefined : shown[pick % (shown.length || 1)];
}

const give = (type: string) => (known: Known) => ({
  type,
  data: { campus: known.campus, text: drawFrom(known, WANTED) ?? '' },
});

function removeOne(known: Known) {
  const listed = known.all<RecentSearch>('recentSearches').flatMap(({ doc }) => doc ?? []);
  const own = drawFrom(
    known,
    listed.filter(({ user }) => user === known.me),
  );
  // An id that is of no search: nothing happens.
  const searchId = own?.searchId ?? (known.mayErr ? known.me : undefined);
  return searchId === undefined ? null : { type: 'RemoveRecentSearch', data: { searchId } };
}

/** Searches: each user's own list, and what a campus looked for. */
export const searchModel: NounModel = {
  noun: 'search',
  rights: searchRights,
  commands: {
    PerformSearch: commandModel({
      by: 'person',
      often: 2,
      lawful: { campus: 'ou', text: 'desk' },
      fields: words,
      payload: asked,
    }),
    AddRecentSearch: commandModel({
      by: 'person',
      lawful: { campus: 'ou', text: 'desk' },
      fields: words,
      payload: asked,
    }),
    RemoveRecentSearch: commandModel({
      by: 'person',
      mayDoNothing: true,
      lawful: { searchId: id('search') },
      fields: fc.constant(null),
      payload: (ask) => {
        const own = searchesOf(ask);
        return { data: { searchId: own[ask.pick % (own.length || 1)] ?? id('nothing') } };
      },
    }),
    ClearRecentSearches: commandModel({
      by: 'person',
      lawful: { terms: [termOf('desk')] },
      fields: fc.constantFrom(...WANTED),
      payload: ({ fields }) => ({ data: { terms: [termOf(fields)] } }),
    }),
    CountVisitorSearch: commandModel({
      by: 'visitor',
      lawful: { campus: 'ou', text: 'desk' },
      fields: words,
      payload: asked,
    }),
    ShareSearchTerm: commandModel({
      by: 'house',
      often: 2,
      mayDoNothing: true,
      lawful: { term: termOf('desk'), campus: 'ou', userId: id('ada'), text: 'desk' },
      fields: fc.constantFrom(...WANTED),
      payload: (ask) => {
        const { userId, text } = sharing(ask);
        return { data: { term: termOf(text), campus: 'ou', userId, text } };
      },
    }),
    ForgetSearcher: commandModel({
      by: 'house',
      mayDoNothing: true,
      lawful: { term: termOf('desk'), campus: 'ou', userId: id('ada') },
      fields: fc.constantFrom(...WANTED),
      payload: ({ world, userId: other, pick, fields }) => {
        const erased = world.ids('user').filter((each) => world.user(each).erased);
        const userId = erased[pick % (erased.length || 1)] ?? other;
        return { data: { term: termOf(fields), campus: 'ou', userId } };
      },
    }),
    TakeBackSearchTerm: commandModel({
      by: 'person',
      often: 3,
      owner: moderatorOf,
      mayDoNothing: true,
      lawful: { term: termOf('desk'), reason: 'hate' },
      fields: fc.constantFrom(...WANTED),
      payload: ({ fields, ...ask }) => ({ data: { term: shownTermOf(ask) ?? termOf(fields), reason: 'hate' } }),
    }),
  },
  rule: searchRule,
  steps: searchSteps,
  documents: searchDocumentsOf,
  access: {
    recentSearches: ({ viewer, doc }) => (doc as RecentSearch).user === viewer.userId,
    searchTotals: ({ viewer, doc }) => {
      const { campus, text } = doc as SearchTotal;
      return text !== null && maySeeCampus(viewer, campus);
    },
  },
  hidden: ['searchers'],
  unfinished,
  answers: searchAnswers,
  topics: ({ campus, me }) => [
    [1, topicName.recentSearches(campus, me)],
    [1, topicName.popularSearches(campus)],
  ],
  acts: {
    search: { often: 2, command: give('PerformSearch') },
    keepSearch: { often: 1, command: give('AddRecentSearch') },
    takeBackSearch: {
      often: 1,
      command(known) {
        const term = drawFrom(known, known.all<SearchTotal>('searchTotals'))?.key;
        return term === undefined || !isModeratorIn(known)
          ? null
          : { type: 'TakeBackSearchTerm', data: { term, reason: 'hate' } };
      },
    },
    forgetSearch: { often: 1, command: removeOne },
  },
};
