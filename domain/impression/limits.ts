/** Limits of the figures of ads, with the unit in the name or the comment. Server and client share them. */

/** Page sessions of one event: a fold reads two documents for each (`FOLD_MAX_DOCUMENTS`). Older events have up to 128. */
export const SESSIONS_PER_BATCH = 96;
/** Hexadecimal digits of the keyed hash that stands for a viewer: 96 bits, so that a million of them never meet. */
export const VIEWER_DIGITS = 24;
/** Hexadecimal digits of the hash of a viewer's page session: it has to differ only from others of the same viewer. */
export const SESSION_DIGITS = 12;
/** Characters of a network address as it is counted, and of the name that a page gives its session. */
export const VIEWER_MAX_CHARACTERS = 80;
export const SESSION_MAX_CHARACTERS = 40;
/** Actions that a page sends at once. */
export const ACTIONS_PER_REQUEST = 50;
/** Milliseconds for which half of a sponsored slot is in sight before that is a view (ANLT-02; Media Rating Council). */
export const VIEW_AFTER_MS = 1_000;
/** Days of an ad's figures in one page of their topic: more than the longest ad has (AD_MAX_DAYS), unless it pauses. */
export const FIGURE_DAYS_PAGE = 50;
