import { expect, it } from '@jest/globals';
import { minutesAfter } from '#domain/kernel/time.ts';
import { MAIL_AT_MOST_AFTER_DAYS, MAIL_ITEMS_MAX, MAIL_THREADS_MAX } from '#domain/notification/limits.ts';
import type { MailThread } from '#projections/notification/collections.ts';
import {
  earliestMail,
  mailComes,
  mailDueAt,
  mailEnds,
  mailRead,
  mailWent,
} from '#projections/notification/mailThreads.ts';

const NOON = '2026-05-01T12:00:00.000Z';
const after = (minutes: number) => minutesAfter(NOON, minutes);
const comments = { kind: 'comment', thread: 'desk', post: 'desk' } as const;
const MINUTES_PER_DAY = 24 * 60;

/** A list to which notifications come, by their numbers, at minutes after noon. */
function withNews(...news: readonly (readonly [number, number])[]): readonly MailThread[] {
  return news.reduce<readonly MailThread[]>(
    (threads, [number, minute]) => mailComes(threads, comments, { id: `n${number}`, number, at: after(minute) }),
    [],
  );
}

it('(D51) the first mail is due five minutes after the first unread one, however many come meanwhile', () => {
  expect(earliestMail([])).toBeNull();
  expect(earliestMail(withNews([1, 0], [2, 3], [3, 4]))).toBe(after(5));
  // The first was read: the second waits its own five minutes.
  const second = mailRead(withNews([1, 0], [2, 3]), ({ id }) => id === 'n1');
  expect(earliestMail(second)).toBe(after(8));
  const burst = Array.from({ length: MAIL_ITEMS_MAX * 3 }, (_, n) => [n + 1, n / 10] as const);
  expect(earliestMail(withNews(...burst))).toBe(after(5));
  expect(withNews(...burst)[0]?.unread).toHaveLength(MAIL_ITEMS_MAX);
});

it('(D51) one that comes again before a mail has said so waits from its first coming', () => {
  const again = mailComes(withNews([1, 0]), comments, { id: 'n1', number: 2, at: after(4) });
  expect(earliestMail(again)).toBe(after(5));
  const mailed = mailWent(again, comments, 2, after(5));
  expect(earliestMail(mailComes(mailed, comments, { id: 'n1', number: 3, at: after(70) }))).toBe(after(75));
});

it('(D51) then at most one mail an hour, until somebody looks', () => {
  const mailed = mailWent(withNews([1, 0]), comments, 1, after(5));
  expect(earliestMail(mailed)).toBeNull();
  const more = mailComes(mailed, comments, { id: 'n2', number: 2, at: after(10) });
  expect(earliestMail(more)).toBe(after(65));
  const looked = mailRead(more, () => true);
  expect(looked).toEqual([]);
  expect(earliestMail(mailComes(looked, comments, { id: 'n3', number: 3, at: after(12) }))).toBe(after(17));
});

it('(D51) one that is taken back and comes again is mailed once an hour at most, also after others were read', () => {
  const mailed = mailWent(withNews([1, 0]), comments, 1, after(5));
  const gone = mailEnds(mailed, ({ id }) => id === 'n1');
  expect(earliestMail(gone)).toBeNull();
  const other = { kind: 'like', thread: 'desk', post: 'desk' } as const;
  const withOther = mailRead(mailComes(gone, other, { id: 'l', number: 2, at: after(6) }), ({ id }) => id === 'l');
  const again = mailComes(withOther, comments, { id: 'n3', number: 3, at: after(7) });
  expect(earliestMail(again)).toBe(after(65));
  // One of which no mail went has nothing to keep.
  expect(mailEnds(withNews([1, 0]), () => true)).toEqual([]);
});

it('threads wait each for itself; what nobody was mailed of for a day is no news any more', () => {
  const other = { kind: 'like', thread: 'desk', post: 'desk' } as const;
  const two = mailComes(mailWent(withNews([1, 0]), comments, 1, after(5)), other, { id: 'l', number: 2, at: after(6) });
  expect(two.map(mailDueAt)).toEqual([null, after(11)]);
  const late = 6 + 5 + MAIL_AT_MOST_AFTER_DAYS * MINUTES_PER_DAY + 1;
  const kept = mailComes(two, comments, { id: 'n3', number: 3, at: after(late) });
  expect(kept.map(({ kind }) => kind)).toEqual(['comment']);
});

it('knows so many threads at most: of those that were mailed the earliest is forgotten first', () => {
  let threads: readonly MailThread[] = mailWent(withNews([1, 0]), comments, 1, after(5));
  for (let n = 2; n <= MAIL_THREADS_MAX + 1; n += 1) {
    const place = { kind: 'comment', thread: `post ${n}`, post: `post ${n}` } as const;
    threads = mailComes(threads, place, { id: `n${n}`, number: n, at: after(6) });
  }
  expect(threads).toHaveLength(MAIL_THREADS_MAX);
  expect(threads.some(({ thread }) => thread === 'desk')).toBe(false);
});
