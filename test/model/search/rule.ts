import { GENERIC_CAMPUS } from '#domain/campus/registry.ts';
import type { SearchEvent } from '#domain/search/events.ts';
import { POPULAR_FROM_PEOPLE } from '#domain/search/limits.ts';
import { type Happened, isHouse, must, mustAcross, type Rule, type Unlawful } from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { userLedger } from '../user/parts.ts';

/** Entries of lists by search; the users who shared each term, `null`: it is published; terms taken back; searches of visitors. */
const ledger: Part<{
  readonly entries: Map<string, { readonly userId: string; readonly term: string }>;
  readonly terms: Map<string, Set<string> | null>;
  readonly takenBack: Set<string>;
  readonly ghosts: Set<string>;
}> = { begin: () => ({ entries: new Map(), terms: new Map(), takenBack: new Set(), ghosts: new Set() }) };

function* checkEntry({ stream, event, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const { searchId, userId, term, campus } = event.data as Record<string, string>;
  const { entries } = ledgers.of(ledger);
  const { confirmed, erased, memberOf } = ledgers.of(userLedger);
  if (searchId === undefined || userId === undefined || term === undefined) return;
  yield must(actor === userId && stream === `search-${searchId}`, `${actor} searches for ${userId}`);
  yield must(!entries.has(searchId), `${searchId} is made twice`);
  const mayFind = campus === GENERIC_CAMPUS || (confirmed.has(userId) && memberOf.has(userId));
  yield mustAcross(mayFind && !erased.has(userId), `${userId} searches and has no school`);
  entries.set(searchId, { userId, term });
}

function* checkTerm({ event, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const { term, userId } = event.data as { readonly term: string; readonly userId?: string };
  const { terms } = ledgers.of(ledger);
  const before = terms.has(term) ? terms.get(term) : new Set<string>();
  yield must(isHouse(actor) && before instanceof Set, `${term} is published already`);
  if (!(before instanceof Set)) return;
  const isEnough = before.size + 1 >= POPULAR_FROM_PEOPLE;
  yield must(isEnough === (event.type === 'SearchTermPublished'), `${event.type} after ${before.size} people`);
  if (userId === undefined) return void terms.set(term, null);
  yield must(!before.has(userId), `${userId} shares ${term} again`);
  yield mustAcross(ledgers.of(userLedger).confirmed.has(userId), `${userId} counts without a confirmed address`);
  terms.set(term, before.add(userId));
}

function* checkTakenBack({ stream, event, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const { term } = event.data as { readonly term: string };
  const { terms, takenBack } = ledgers.of(ledger);
  yield must(stream === `search-${term}` && terms.get(term) === null, `${term} is taken back and was never shown`);
  yield must(!takenBack.has(term), `${term} is taken back again`);
  yield mustAcross(ledgers.of(userLedger).moderators.has(actor), `${actor} takes ${term} back and is no moderator`);
  takenBack.add(term);
}

function* check(happened: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const { actor } = happened;
  const event = happened.event as SearchEvent;
  const { entries, ghosts } = ledgers.of(ledger);
  switch (event.type) {
    case 'SearchPerformed':
    case 'RecentSearchAdded':
      return yield* checkEntry(happened, ledgers);
    case 'RecentSearchRemoved': {
      const { searchId, userId, term } = event.data;
      const entry = entries.get(searchId);
      yield must(actor === userId && entry?.userId === userId && entry.term === term, `${searchId} is not ${actor}'s`);
      entries.delete(searchId);
      return;
    }
    case 'RecentSearchesCleared':
      return yield must(actor === event.data.userId, `${actor} clears the list of ${event.data.userId}`);
    case 'VisitorSearched':
      yield must(actor === 'visitor' && !ghosts.has(event.data.searchId), `${actor} searches as a visitor`);
      ghosts.add(event.data.searchId);
      return;
    case 'SearchTermShared':
    case 'SearchTermPublished':
      return yield* checkTerm(happened, ledgers);
    case 'SearcherForgotten': {
      const { term, userId } = event.data;
      yield must(isHouse(actor), `${actor} forgets a searcher`);
      yield mustAcross(ledgers.of(userLedger).erased.has(userId), `${userId} is forgotten and not erased`);
      ledgers.of(ledger).terms.get(term)?.delete(userId);
      return;
    }
    case 'SearchTermTakenBack':
      return yield* checkTakenBack(happened, ledgers);
  }
}

/** The lawful events of searches. */
export const searchRule: Rule = { category: 'search', check };
