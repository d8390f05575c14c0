/**
 * Kinds of notifications (NOTF-02, Q49). What another noun notifies of is a kind in this list, a fold that makes it, and a
 * line in the table of the page (`web/notification/kinds.ts`).
 */
export const notificationKinds = [
  /** A comment on one's post. */
  'comment',
  /** A reply to one's comment. */
  'comment reply',
  /** A comment on a post on which one has commented, too. */
  'post interaction',
  /** A reply below a comment below which one has replied, too. */
  'comment interaction',
  /** Somebody saved one's post, or likes one's comment. */
  'like',
  /** A conversation that somebody began with one, with its first messages (NOTF-13). */
  'new chat',
  /** Later messages of a conversation. */
  'message',
  /** Somebody likes one's messages. */
  'message like',
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** Kinds of which people are mailed, beside messages, whose mails are the conversation's own (NOTF-09). */
export const mailedNotificationKinds = ['comment', 'comment reply', 'like'] as const;

export type MailedNotificationKind = (typeof mailedNotificationKinds)[number];

/**
 * In place of a campus, the list of what happens in one's conversations: these are of no campus, and so is their news. It is
 * the same list on the site of every campus.
 */
export const TALK_LIST = 'talk';
