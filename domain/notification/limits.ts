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
/** Messages of a conversation that a notification of likes knows one by one: those that were liked last. */
export const LIKED_MESSAGES_MAX = 50;
/** Minutes from an unread notification to the mail about it, and from one mail about a thread to the next (D51). */
export const FIRST_MAIL_AFTER_MINUTES = 5;
export const NEXT_MAIL_AFTER_MINUTES = 60;
/** Days after which nobody is mailed of something any more: the server stood still, or mails of that kind are new. */
export const MAIL_AT_MOST_AFTER_DAYS = 1;
/** Threads of one list that are on the way to a mail, or have had one since somebody looked. */
export const MAIL_THREADS_MAX = 30;
/** Unread notifications of one thread that its mail knows: the oldest one and the newest. */
export const MAIL_ITEMS_MAX = 12;
/** Characters of a comment or post that a mail quotes. */
export const MAIL_EXCERPT_CHARACTERS = 200;
