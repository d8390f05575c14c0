/** Limits of searches that are kept, with the unit in the name or the comment. Server and client share them. */

/** Popular searches of a campus that are fetched (SRCH-02). */
export const POPULAR_SEARCHES_FETCHED = 14;
/** Popular searches that are shown below the box (SRCH-02). */
export const POPULAR_SEARCHES_SHOWN = 4;
/**
 * People who must have searched a text before others see it: what fewer looked for may be a name or a number, and would
 * tell who looked for it.
 */
export const POPULAR_FROM_PEOPLE = 3;
/** Searches of one person in a day that are kept and counted: nobody looks for more, and each moves its text up the list. */
export const SEARCHES_KEPT_PER_DAY = 200;
/** Recent searches in one page of the list. */
export const RECENT_SEARCHES_PAGE = 50;
/** Recent searches that one command clears. */
export const RECENT_SEARCHES_CLEARED = 100;
/** Hexadecimal digits of a term (`text.ts`). */
export const SEARCH_TERM_DIGITS = 64;
