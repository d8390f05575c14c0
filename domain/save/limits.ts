/** Limits of saves, with the unit in the name or the comment. Server and client share them. */

/** Posts in one page of the saved list (SAVE-06). */
export const SAVED_PAGE_POSTS = 10;
/** People in one page of the list of those who saved a post (SAVE-05). */
export const LIKED_BY_PAGE_PEOPLE = 20;
