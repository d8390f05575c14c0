import { maySearchCampus, maySeeCampus } from '../campus/access.ts';
import { mustBeModerator, mustBeSignedIn, type Reader } from '../kernel/access.ts';

/** Who may search, and see what was searched. */
export const searchAccess = {
  /** One's own recent searches (SRCH-17): nobody else's. */
  maySee(reader: Reader, userId: string): boolean {
    return reader.userId === userId;
  },
  /** Popular searches of a campus (SRCH-18): everyone who may see the campus. */
  maySeePopular: maySeeCampus,
  mayDo: {
    /** Those who may search the campus (SRCH-15); a visitor's search is counted by the house. */
    PerformSearch: (reader: Reader, { campus }: { readonly campus: string }) =>
      mustBeSignedIn(reader) ?? maySearchCampus(reader, campus),
    AddRecentSearch: (reader: Reader, { campus }: { readonly campus: string }) =>
      mustBeSignedIn(reader) ?? maySearchCampus(reader, campus),
    /** At any time: a list is cleared also where one may not search any more. */
    RemoveRecentSearch: mustBeSignedIn,
    ClearRecentSearches: mustBeSignedIn,
    /** Nobody's own: many have searched for it. */
    TakeBackSearchTerm: mustBeModerator,
  },
};
