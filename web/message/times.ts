import { DateTime } from 'luxon';

/** Weekday and time of a message: "Saturday 2:05 PM" (CHAT-07). @param at ISO instant */
export function messageTime(at: string, zone = 'local'): string {
  return DateTime.fromISO(at, { zone, locale: 'en-US' }).toFormat('cccc h:mm a');
}

/** Day and time without doubt, for an old message: "Saturday, November 28, 2026, 2:05 PM" (Q44). */
export function fullTime(at: string, zone = 'local'): string {
  return DateTime.fromISO(at, { zone, locale: 'en-US' }).toFormat('cccc, LLLL d, yyyy, h:mm a');
}

/** A day in a place, in milliseconds since 1970. */
export interface Day {
  /** As an ISO date. */
  readonly date: string;
  readonly from: number;
  /** When the next day begins. */
  readonly to: number;
}

/** The day of a message. */
export function dayAt(at: string, zone = 'local'): Day {
  const from = DateTime.fromISO(at, { zone }).startOf('day');
  return { date: from.toISODate() ?? at, from: from.toMillis(), to: from.plus({ days: 1 }).toMillis() };
}

/** Above the messages of a day: "Today", "Yesterday", "November 26", with the year where it is another one. */
export function dayTitle(at: string, now: number, zone = 'local'): string {
  const day = DateTime.fromISO(at, { zone, locale: 'en-US' }).startOf('day');
  const today = DateTime.fromMillis(now, { zone, locale: 'en-US' }).startOf('day');
  if (day.equals(today)) return 'Today';
  if (day.equals(today.minus({ days: 1 }))) return 'Yesterday';
  return day.toFormat(day.year === today.year ? 'LLLL d' : 'LLLL d, yyyy');
}

/** The date of a conversation in the list: "Nov 28th" (CHAT-01). */
export function listDate(at: string, zone = 'local'): string {
  const date = DateTime.fromISO(at, { zone, locale: 'en-US' });
  return `${date.toFormat('LLL')} ${ordinal(date.day)}`;
}

const rules = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };

function ordinal(day: number): string {
  return `${day}${ENDINGS[rules.select(day)] ?? 'th'}`;
}
