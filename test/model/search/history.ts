import { personal } from '#domain/kernel/personal.ts';
import { POPULAR_FROM_PEOPLE } from '#domain/search/limits.ts';
import { canary, id } from '#test/projections/support/events.ts';
import { hashOf } from '../../domain/hashOf.ts';
import type { History, HistoryStep } from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { historyPeople, someone } from '../user/parts.ts';

/** Few, so that people meet in them. */
export const WANTED = ['desk', 'lamp', 'Bike  helmet'];

/** The term of a text on the campus of stories and histories. */
export const termOf = (text: string) => hashOf(`search:ou:${text.toLowerCase()}`);

/** One in this many searches is only put in the list. */
const KEPT_ALONE = 7;

/** As many people are looked at for one who has searched. */
const PEOPLE_ASKED = 8;

/** The newest search of each user and term. */
const present: Part<Map<string, string>> = { begin: () => new Map() };
const shared: Part<Map<string, Set<string>>> = { begin: () => new Map() };
const takenBack: Part<Set<string>> = { begin: () => new Set() };
const count: Part<{ made: number }> = { begin: () => ({ made: 0 }) };

const wanted = (n: number) => WANTED[n % WANTED.length] ?? '';
const nextId = (parts: Parts) => {
  const made = parts.of(count);
  made.made += 1;
  return id(`search ${made.made}`);
};

function searchOnce({ log, parts }: History, who: number, what: number): void {
  const { name, erased } = someone(parts, who);
  if (erased) return;
  const userId = id(name);
  const searchId = nextId(parts);
  const term = termOf(wanted(what));
  const type = what % KEPT_ALONE === 0 ? 'RecentSearchAdded' : 'SearchPerformed';
  log.add(type, { searchId, userId, campus: 'ou', term, text: personal(canary(name)) });
  parts.of(present).set(`${userId} ${term}`, searchId);
  if (type !== 'SearchPerformed') return;
  const people = parts.of(shared).get(term) ?? new Set();
  parts.of(shared).set(term, people);
  if (people.size >= POPULAR_FROM_PEOPLE || people.has(userId)) return;
  people.add(userId);
  if (people.size < POPULAR_FROM_PEOPLE) log.add('SearchTermShared', { term, campus: 'ou', userId });
  else log.add('SearchTermPublished', { term, campus: 'ou', text: wanted(what) });
}

/** Several people look for the same. */
function search(history: History, who: number, what: number): void {
  for (let n = 0; n <= POPULAR_FROM_PEOPLE; n += 1) searchOnce(history, who + n, what);
}

/** Somebody who has searched, the next one from `who`: most people have not. */
function searcher(
  { parts }: History,
  who: number,
): { readonly userId: string; readonly own: [string, string][] } | null {
  for (let n = 0; n < PEOPLE_ASKED; n += 1) {
    const { name, erased } = someone(parts, who + n);
    const own = [...parts.of(present)].filter(([key]) => key.startsWith(id(name)));
    if (!erased && own.length > 0) return { userId: id(name), own };
  }
  return null;
}

function forget(history: History, who: number, what: number): void {
  const { log, parts } = history;
  if (searcher(history, who) === null) searchOnce(history, who, what);
  const found = searcher(history, who);
  if (found === null) return;
  const { userId, own } = found;
  const [key, searchId] = own[what % own.length] as [string, string];
  const termIn = (each: string) => each.split(' ')[1] ?? '';
  if (what % 2 === 0) {
    log.add('RecentSearchRemoved', { searchId, userId, term: termIn(key) });
    parts.of(present).delete(key);
  } else {
    log.add('RecentSearchesCleared', { userId, terms: own.map(([each]) => termIn(each)) });
    for (const [each] of own) parts.of(present).delete(each);
  }
}

function visit({ log, parts }: History, _who: number, what: number): void {
  log.add('VisitorSearched', { searchId: nextId(parts), campus: 'ou', term: termOf(wanted(what)) });
}

/** A text that the campus sees, which nobody has taken back; `undefined`: there is none. */
function shownTerm({ parts }: History): string | undefined {
  const isShown = (term: string) => (parts.of(shared).get(term)?.size ?? 0) >= POPULAR_FROM_PEOPLE;
  return WANTED.map(termOf).find((term) => isShown(term) && !parts.of(takenBack).has(term));
}

/** A moderator takes back a text that the campus sees; once for each. Where none is seen, people look for one first. */
function takeBack(history: History, who: number, what: number): void {
  if (shownTerm(history) === undefined) search(history, who, what);
  const term = shownTerm(history);
  if (term === undefined) return;
  history.log.add('SearchTermTakenBack', { term, campus: 'ou', reason: 'harassment' });
  history.parts.of(takenBack).add(term);
}

/** Erased people count no more for a text, whether or not they had searched for it. */
function forgetErased({ log, parts }: History, _who: number, what: number): void {
  const term = termOf(wanted(what));
  for (const { name, erased } of parts.of(historyPeople)) {
    if (!erased) continue;
    log.add('SearcherForgotten', { term, campus: 'ou', userId: id(name) });
    const people = parts.of(shared).get(term);
    // The text of a published term is nobody's.
    if (people !== undefined && people.size < POPULAR_FROM_PEOPLE) people.delete(id(name));
  }
}

const STEPS = [search, forget, search, forget, visit, takeBack, forgetErased];

/** A step of histories: searches of users and of visitors, and what becomes of the lists. One, to leave room for others. */
export const searchSteps: Readonly<Record<string, HistoryStep>> = {
  search: {
    often: 1,
    // By one number the kind of step, by the other the text.
    act: (history, who, what) => STEPS[who % STEPS.length]?.(history, who, what),
  },
};
