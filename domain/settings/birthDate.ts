import type { Rejection } from '../kernel/rejection.ts';
import type { BirthDate } from './birthDateSchema.ts';
import { MIN_AGE_YEARS } from './limits.ts';
import { settingsRejection } from './rejection.ts';

/** Days of a month, which count from 1. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whole years from a day to an instant, by the calendar of UTC. @param now ISO instant */
export function ageAt({ year, month, day }: BirthDate, now: string): number {
  const today = new Date(now);
  const years = today.getUTCFullYear() - year;
  const isBefore = today.getUTCMonth() + 1 - month || today.getUTCDate() - day;
  return isBefore < 0 ? years - 1 : years;
}

/** The error of a birth date, or `null` (SETT-11, Q14). `null` for a part that is not chosen. */
export function checkBirthDate(
  date: { readonly [Part in keyof BirthDate]: number | null },
  now: string,
): Rejection | null {
  const { year, month, day } = date;
  if (year === null || month === null || day === null) return settingsRejection('BIRTH_DATE_INCOMPLETE');
  if (day > daysInMonth(year, month)) return settingsRejection('BIRTH_DATE_UNKNOWN');
  return ageAt({ year, month, day }, now) < MIN_AGE_YEARS ? settingsRejection('TOO_YOUNG') : null;
}

/** Whether two are the same day. */
export function isSameDay(one: BirthDate | null, other: BirthDate | null): boolean {
  return one?.year === other?.year && one?.month === other?.month && one?.day === other?.day;
}
