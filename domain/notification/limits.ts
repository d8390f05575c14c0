/** Limits of notifications, with the unit in the name or the comment. Server and client share them. */

/** Notifications in one page of the list (NOTF-01). */
export const NOTIFICATIONS_PAGE = 15;
/** Notifications that one command marks as read: more than a screen shows at once. */
export const READ_AT_ONCE_MAX = 50;
/** People whom one event notifies of a comment: each is two documents of its fold. */
export const NOTIFIED_AT_ONCE_MAX = 50;
/**
 * People of a thread whom one comment notifies, those who joined it last: a thread with more is a crowd, whose members look
 * for themselves.
 */
export const THREAD_NOTIFIED_MAX_PEOPLE = 5_000;
/** Milliseconds in which saves or likes of one thing are one notification (D50). */
export const LIKE_GROUP_MS = 24 * 60 * 60 * 1000;
/** People whom a notification of saves or likes knows by name: those who came last. */
export const LIKE_ACTORS_MAX = 10;
/** Unread notifications whose numbers are known one by one; older ones are only counted. */
export const UNREAD_KNOWN_MAX = 100;
