import { daysAfter, minutesAfter } from '#domain/kernel/time.ts';
import {
  FIRST_MAIL_AFTER_MINUTES,
  MAIL_AT_MOST_AFTER_DAYS,
  MAIL_ITEMS_MAX,
  MAIL_THREADS_MAX,
  NEXT_MAIL_AFTER_MINUTES,
} from '#domain/notification/limits.ts';
import type { MailThread } from './collections.ts';

/**
 * What of a list waits for a mail (NOTF-09, D51). Each thread knows its unread notifications: the first mail is due five
 * minutes after the oldest of them that was not mailed, and an hour after the last mail. What is read, ends or comes again
 * is taken off. A thread whose last unread one is read is forgotten, with the time of its last mail: somebody has looked. One
 * whose last is taken back keeps that time, or a like that comes and goes would be mailed each time.
 */
type Threads = readonly MailThread[];

/** Which thread a notification belongs to. */
export type MailPlace = Pick<MailThread, 'kind' | 'thread' | 'post'>;

/** A notification as it came: its key, its number and its instant. */
type Item = MailThread['unread'][number];

/** Whether it is about this thread. */
export function isThread(one: Pick<MailPlace, 'kind' | 'thread'>, other: Pick<MailPlace, 'kind' | 'thread'>): boolean {
  return one.kind === other.kind && one.thread === other.thread;
}

/** When the next mail about a thread is due; `null`: all that is unread was mailed. */
export function mailDueAt({ unread, mailedAt, mailedUpTo }: MailThread): string | null {
  const oldest = unread.findLast(({ number }) => number > mailedUpTo);
  if (oldest === undefined) return null;
  const first = minutesAfter(oldest.at, FIRST_MAIL_AFTER_MINUTES);
  const next = mailedAt === null ? first : minutesAfter(mailedAt, NEXT_MAIL_AFTER_MINUTES);
  // The later of two ISO instants is the greater text.
  return [first, next].sort().at(-1) ?? first;
}

/** A notification comes, or comes again: as long as no mail has said so, it waits from its first coming. */
export function mailComes(threads: Threads, place: MailPlace, item: Item): Threads {
  const standing = threads.filter((each) => isThread(each, place) || !isStale(each, item.at));
  const found = standing.find((each) => isThread(each, place));
  const kept = found === undefined || isStale(found, item.at) ? newThread(place) : found;
  const before = kept.unread.find(({ id }) => id === item.id);
  const waits = before !== undefined && before.number > kept.mailedUpTo ? { ...item, at: before.at } : item;
  const unread = bounded([waits, ...kept.unread.filter(({ id }) => id !== item.id)], waits);
  const others = standing.filter((each) => !isThread(each, place));
  return [...withRoom(others), { ...kept, unread }].slice(-MAIL_THREADS_MAX);
}

/** Those that are read are taken off. */
export function mailRead(threads: Threads, isRead: (item: Item) => boolean): Threads {
  return without(threads, isRead, () => false);
}

/** Those that end, or were taken back, are taken off. */
export function mailEnds(threads: Threads, isOver: (item: Item) => boolean): Threads {
  return without(threads, isOver, ({ mailedAt }) => mailedAt !== null);
}

/** @param isKept whether a thread stays that has nothing unread any more */
function without(threads: Threads, isGone: (item: Item) => boolean, isKept: (thread: MailThread) => boolean): Threads {
  if (!threads.some(({ unread }) => unread.some(isGone))) return threads;
  return threads.flatMap((each) => {
    const unread = each.unread.filter((item) => !isGone(item));
    if (unread.length === each.unread.length) return [each];
    return unread.length > 0 || isKept(each) ? [{ ...each, unread }] : [];
  });
}

/** A mail about a thread went at an instant. */
export function mailWent(
  threads: Threads,
  place: Pick<MailPlace, 'kind' | 'thread'>,
  number: number,
  at: string,
): Threads {
  if (!threads.some((each) => isThread(each, place))) return threads;
  return threads.map((each) =>
    isThread(each, place) ? { ...each, mailedAt: at, mailedUpTo: Math.max(each.mailedUpTo, number) } : each,
  );
}

/** When the earliest mail of a list is due; `null`: none is. */
export function earliestMail(threads: Threads): string | null {
  return threads.flatMap((each) => mailDueAt(each) ?? []).sort()[0] ?? null;
}

const newThread = (place: MailPlace): MailThread => ({ ...place, mailedAt: null, mailedUpTo: 0, unread: [] });

/** Its mail is so late that it would be no news. @param now ISO instant */
export function isStale(thread: MailThread, now: string): boolean {
  const due = mailDueAt(thread);
  return due !== null && daysAfter(due, MAIL_AT_MOST_AFTER_DAYS) < now;
}

/** The newest and the oldest: from that one the mail is due, however many come meanwhile. */
function bounded(unread: readonly Item[], waits: Item): Item[] {
  const [oldest] = unread.slice(-1);
  if (unread.length <= MAIL_ITEMS_MAX || oldest === undefined || oldest === waits) return [...unread];
  return [...unread.slice(0, MAIL_ITEMS_MAX - 1), oldest];
}

/** Room for one more: of those about which a mail went, the earliest is forgotten. */
function withRoom(threads: Threads): Threads {
  if (threads.length < MAIL_THREADS_MAX) return threads;
  const mailed = threads.filter((each) => mailDueAt(each) === null);
  const [earliest] = mailed.toSorted((one, other) => ((one.mailedAt ?? '') < (other.mailedAt ?? '') ? -1 : 1));
  return threads.filter((each) => each !== earliest);
}
