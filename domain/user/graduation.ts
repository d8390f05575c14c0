import type { Rejection } from '../kernel/rejection.ts';
import { GRADUATION_YEAR_MIN, GRADUATION_YEARS_AHEAD } from './limits.ts';
import { userRejection } from './rejection.ts';

/** The latest graduation year at `now` (ISO instant). */
function latestGraduationYear(now: string): number {
  return new Date(now).getUTCFullYear() + GRADUATION_YEARS_AHEAD;
}

/** The error of a graduation year at `now` (ISO instant), or `null` (Q80). */
export function checkGraduationYear(year: number, now: string): Rejection | null {
  const latest = latestGraduationYear(now);
  return year >= GRADUATION_YEAR_MIN && year <= latest ? null : userRejection('GRADUATION_YEAR', { latest });
}
