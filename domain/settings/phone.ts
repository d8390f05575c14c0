import type { Rejection } from '../kernel/rejection.ts';
import { PHONE_MAX_CHARACTERS } from './limits.ts';
import { settingsRejection } from './rejection.ts';

/** An optional plus, digits with one separator between them at most, and one area code that may stand in parentheses. */
const SHAPE = /^\+?\d{0,4}[-. ]?(?:\(\d{1,4}\)[-. ]?)?(?:\d[-. ]?)*\d$/;
/** Digits: 1 to 4 of the country part and 6 to 14 more. */
const MIN_DIGITS = 7;
const MAX_DIGITS = 18;

/** A phone number as it is stored: as typed, without space around it. */
export function normalisePhone(typed: string): string {
  return typed.trim();
}

/** The error of a phone number, or `null` (SETT-09). */
export function checkPhone(typed: string): Rejection | null {
  const phone = normalisePhone(typed);
  if (phone === '') return settingsRejection('PHONE_REQUIRED');
  const digits = phone.replace(/\D/g, '').length;
  const isOne = phone.length <= PHONE_MAX_CHARACTERS && digits >= MIN_DIGITS && digits <= MAX_DIGITS;
  return isOne && SHAPE.test(phone) ? null : settingsRejection('PHONE_INVALID');
}
