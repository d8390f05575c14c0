/**
 * Kinds of notifications about posts and comments (NOTF-02, Q49). What another noun notifies of is a kind in this list, a
 * fold that makes it, and a line in the table of the page (`web/notification/kinds.ts`).
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
] as const;

export type NotificationKind = (typeof notificationKinds)[number];
