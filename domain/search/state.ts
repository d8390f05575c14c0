import { assertNever } from '../kernel/assertNever.ts';
import { streamFact } from '../kernel/command.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import type { SearchEvent } from './events.ts';

/** A search, or what a campus may see of a term. */
export interface SearchState extends Counted {
  /** The entry of a user's list; `null`: none, or removed. */
  readonly entry: { readonly userId: string; readonly term: string } | null;
  /** Of a term: the users who searched for it, until it is published. */
  readonly sharedBy: readonly string[];
  /** Of a term: the erased users who had searched for it, and count no more. */
  readonly forgotten: readonly string[];
  /** Of a term: whether its text was ever shown to the campus; it is not shown again once it was taken back. */
  readonly published: boolean;
  /** Of a term: the campus that sees its text; `null`: none. */
  readonly shownOn: string | null;
}

/** A search, or a term, for the server's own look. */
export const searchFact = streamFact<SearchState>('search');

export const initialSearch: SearchState = {
  ...{ entry: null, sharedBy: [], forgotten: [], published: false, shownOn: null, eventCount: 0 },
};

/** The state after an event. */
export function evolveSearch(search: SearchState, event: SearchEvent): SearchState {
  switch (event.type) {
    case 'SearchPerformed':
    case 'RecentSearchAdded': {
      const { userId, term } = event.data;
      return { ...search, entry: { userId, term } };
    }
    case 'RecentSearchRemoved':
      return { ...search, entry: null };
    case 'RecentSearchesCleared':
    case 'VisitorSearched':
      return search;
    case 'SearchTermShared':
      return { ...search, sharedBy: [...search.sharedBy, event.data.userId] };
    case 'SearcherForgotten': {
      const { userId } = event.data;
      const sharedBy = search.sharedBy.filter((each) => each !== userId);
      return { ...search, sharedBy, forgotten: [...search.forgotten, userId] };
    }
    case 'SearchTermPublished':
      return { ...search, sharedBy: [], published: true, shownOn: event.data.campus };
    case 'SearchTermTakenBack':
      return { ...search, shownOn: null };
    default:
      return assertNever(event);
  }
}
