import { UNREAD_KNOWN_MAX } from '#domain/notification/limits.ts';

/**
 * Which notifications of a list are unread. Each has a number; the numbers of the newest unread ones are known, older ones
 * are counted. So one small document says how many there are, and what is read, ends or comes again is taken off once.
 */
export interface Unread {
  /** The number of the newest notification; 0: there was none yet. */
  readonly last: number;
  /** All up to this number are read. */
  readonly mark: number;
  /** Numbers of the newest unread ones, the newest first. */
  readonly known: number[];
  /** Unread ones that are older than all that were ever known at once. */
  readonly older: number;
  /** The greatest number of those. */
  readonly olderUpTo: number;
}

/** A list without notifications. */
export const NOTHING_UNREAD: Unread = { last: 0, mark: 0, known: [], older: 0, olderUpTo: 0 };

/** How many are unread: what the badges say (DATA-15). */
export function unreadCount({ known, older }: Unread): number {
  return known.length + older;
}

/** Whether a notification of the list is unread. */
export function isUnread(notification: { readonly number: number; readonly read: boolean }, { mark }: Unread): boolean {
  return !notification.read && notification.number > mark;
}

/** One more, or one that comes again: it has the number `last`. */
export function comes(unread: Unread): Unread {
  const last = unread.last + 1;
  const known = [last, ...unread.known];
  const oldest = known[UNREAD_KNOWN_MAX];
  if (oldest === undefined) return { ...unread, last, known };
  return { ...unread, last, known: known.slice(0, UNREAD_KNOWN_MAX), older: unread.older + 1, olderUpTo: oldest };
}

/** The unread one with this number is read, has ended, or comes again. */
export function goes(unread: Unread, number: number): Unread {
  if (unread.known.includes(number)) return { ...unread, known: unread.known.filter((each) => each !== number) };
  return { ...unread, older: unread.older - 1 };
}

/**
 * All up to a number are read, those that are only counted always: a mark among them would leave a number that nobody knows.
 */
export function allRead(unread: Unread, upTo: number): Unread {
  const { last, olderUpTo, older } = unread;
  const mark = Math.max(unread.mark, Math.min(upTo, last), older === 0 ? 0 : olderUpTo);
  return { ...unread, mark, known: unread.known.filter((number) => number > mark), older: 0 };
}
