import { maySearchCampus } from '../campus/access.ts';
import type { CampusState } from '../campus/state.ts';
import { VISITOR } from '../kernel/access.ts';
import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import { isStanding } from '../user/state.ts';
import { searchAccess } from './access.ts';
import { type SearchCommandNamed, type SearchContext, searchCommands } from './commands.ts';
import type { SearchEvent } from './events.ts';
import { POPULAR_FROM_PEOPLE } from './limits.ts';
import { searchRejection } from './rejection.ts';
import { evolveSearch, initialSearch, type SearchState } from './state.ts';
import { checkSearch, normaliseSearch, searchTerm } from './text.ts';

const closedOf = (campus: string, { privacy }: CampusState) => (privacy === 'private' ? [campus] : []);

/** A search of a user, or an entry of the list alone; a search made again is another one, and counts again (Q55, Q56). */
function keep(type: 'PerformSearch' | 'AddRecentSearch', happened: 'SearchPerformed' | 'RecentSearchAdded') {
  return (
    { eventCount }: SearchState,
    { id, data }: SearchCommandNamed<typeof type>,
    { actor, hash, facts: { user, campus } }: SearchContext<typeof type>,
  ): Decision<SearchEvent> => {
    const viewer = { ...actingViewer(actor, user), closed: closedOf(data.campus, campus) };
    const denied = searchAccess.mayDo[type](viewer, data) ?? checkSearch(data.text);
    if (denied !== null) return refuse(denied);
    if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
    if (eventCount > 0) return accept();
    const text = normaliseSearch(data.text);
    const term = searchTerm(data.campus, text, hash);
    const kept = { searchId: newId(id, 0), userId: viewer.userId, campus: data.campus, term, text: personal(text) };
    return accept<SearchEvent>({ type: happened, data: kept });
  };
}

function removeRecentSearch(
  { entry }: SearchState,
  { data: { searchId } }: SearchCommandNamed<'RemoveRecentSearch'>,
  { actor, facts: { user } }: SearchContext<'RemoveRecentSearch'>,
): Decision<SearchEvent> {
  const viewer = actingViewer(actor, user);
  const denied = searchAccess.mayDo.RemoveRecentSearch(viewer);
  if (denied !== null) return refuse(denied);
  // Removed on another device already.
  if (entry === null) return accept();
  if (entry.userId !== viewer.userId) return refuse(searchRejection('SEARCH_UNKNOWN'));
  return accept<SearchEvent>({ type: 'RecentSearchRemoved', data: { searchId, ...entry } });
}

function clearRecentSearches(
  { eventCount }: SearchState,
  { data: { terms } }: SearchCommandNamed<'ClearRecentSearches'>,
  { actor, facts: { user } }: SearchContext<'ClearRecentSearches'>,
): Decision<SearchEvent> {
  const viewer = actingViewer(actor, user);
  const denied = searchAccess.mayDo.ClearRecentSearches(viewer);
  if (denied !== null) return refuse(denied);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  if (eventCount > 0) return accept();
  return accept<SearchEvent>({ type: 'RecentSearchesCleared', data: { userId: viewer.userId, terms: [...terms] } });
}

/** Counts a search of somebody who is signed out: without the text, since nobody could take it back (Q56). */
function countVisitorSearch(
  { eventCount }: SearchState,
  { id, data }: SearchCommandNamed<'CountVisitorSearch'>,
  { actor, hash, facts: { campus } }: SearchContext<'CountVisitorSearch'>,
): Decision<SearchEvent> {
  if (actor.kind !== 'visitor') return refuse(kernelRejection('NOT_ALLOWED'));
  const reader = { ...VISITOR, closed: closedOf(data.campus, campus) };
  const denied = maySearchCampus(reader, data.campus) ?? checkSearch(data.text);
  if (denied !== null) return refuse(denied);
  if (eventCount > 0) return accept();
  const term = searchTerm(data.campus, data.text, hash);
  return accept<SearchEvent>({ type: 'VisitorSearched', data: { searchId: newId(id, 0), campus: data.campus, term } });
}

/**
 * Lets a campus see a text once `POPULAR_FROM_PEOPLE` users have searched for it. Only who has confirmed an address counts:
 * the generic site may be searched without, and one person makes any number of such accounts.
 */
function shareSearchTerm(
  { sharedBy, published }: SearchState,
  { data: { term, campus, userId, text } }: SearchCommandNamed<'ShareSearchTerm'>,
  { actor, facts: { user } }: SearchContext<'ShareSearchTerm'>,
): Decision<SearchEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (!isStanding(user) || !user.verified) return accept();
  if (published || sharedBy.includes(userId)) return accept();
  if (sharedBy.length + 1 < POPULAR_FROM_PEOPLE) {
    return accept<SearchEvent>({ type: 'SearchTermShared', data: { term, campus, userId } });
  }
  return accept<SearchEvent>({ type: 'SearchTermPublished', data: { term, campus, text } });
}

/** Lets an erased person count no more, in what is published as in what is not yet (P10). The published text is nobody's. */
function forgetSearcher(
  { forgotten }: SearchState,
  { data: { term, campus, userId } }: SearchCommandNamed<'ForgetSearcher'>,
  { actor, facts: { user } }: SearchContext<'ForgetSearcher'>,
): Decision<SearchEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (!user.erased || forgotten.includes(userId)) return accept();
  return accept<SearchEvent>({ type: 'SearcherForgotten', data: { term, campus, userId } });
}

/** Takes a text out of everybody's sight: what many search for may still harm somebody. */
function takeBackSearchTerm(
  { published, shownOn }: SearchState,
  { data: { term, reason } }: SearchCommandNamed<'TakeBackSearchTerm'>,
  { actor, facts: { user } }: SearchContext<'TakeBackSearchTerm'>,
): Decision<SearchEvent> {
  const denied = searchAccess.mayDo.TakeBackSearchTerm(actingViewer(actor, user));
  if (denied !== null) return refuse(denied);
  if (!published) return refuse(searchRejection('SEARCH_NOT_POPULAR'));
  // Another moderator was first.
  if (shownOn === null) return accept();
  return accept<SearchEvent>({ type: 'SearchTermTakenBack', data: { term, campus: shownOn, reason } });
}

/** The rules of searches. */
export const searchDecider = defineDecider(searchCommands, {
  initial: initialSearch,
  evolve: evolveSearch,
  decide: {
    PerformSearch: keep('PerformSearch', 'SearchPerformed'),
    AddRecentSearch: keep('AddRecentSearch', 'RecentSearchAdded'),
    RemoveRecentSearch: removeRecentSearch,
    ClearRecentSearches: clearRecentSearches,
    CountVisitorSearch: countVisitorSearch,
    ShareSearchTerm: shareSearchTerm,
    ForgetSearcher: forgetSearcher,
    TakeBackSearchTerm: takeBackSearchTerm,
  },
  // Not `ForgetSearcher`: of a text that very many have searched for it would use up the rest that a moderator needs.
  closing: ['RemoveRecentSearch', 'TakeBackSearchTerm'],
});
