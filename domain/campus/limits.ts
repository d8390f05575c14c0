/** Limits of campuses, with the unit in the name or the comment. Server and client share them. */

/** Characters of a campus id; longer ones are refused before any other check. */
export const CAMPUS_ID_MAX_CHARACTERS = 40;
/** Posts in one page of the feed (FEED-04). */
export const FEED_PAGE_POSTS = 15;
