import {
  BIO_MAX_CHARACTERS,
  CODES_PER_HOUR,
  NAME_PART_MAX_CHARACTERS,
  PASSWORD_MAX_BYTES,
  PASSWORD_MAX_CHARACTERS,
} from '../kernel/limits.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { rejection } from '../kernel/rejection.ts';

/** Refusals about an account. Placeholders in braces are filled from the rejection's data. */
export const userTexts = {
  // Signing up (AUTH-13, AUTH-14)
  EMAIL_REQUIRED: 'Email is required.',
  /** In the form, while typing (AUTH-06). */
  EMAIL_INVALID: 'Invalid email address!',
  /** The server's answer to a registration or login (AUTH-09, AUTH-14). */
  EMAIL_REFUSED: 'Invalid email address.',
  EMAIL_TAKEN: 'Email has already been taken.',
  NAME_REQUIRED: 'Name is required.',
  NAME_CHARACTERS: 'Your Name is Invalid.',
  NAME_FIRST_SHORT: 'Name is Invalid',
  NAME_LAST_MISSING: 'Full name is required',
  NAME_PART_TOO_LONG: `First and last name may have at most ${NAME_PART_MAX_CHARACTERS} characters each.`,
  USERNAME_TAKEN: 'That username has been taken.',
  PASSWORD_REQUIRED: 'Password is required.',
  PASSWORD_TOO_SHORT: 'Password too short.',
  PASSWORD_TOO_LONG: `A password may have at most ${PASSWORD_MAX_CHARACTERS} characters.`,
  PASSWORD_TOO_MANY_BYTES: `This password is too long for its kind of characters: it may have at most ${PASSWORD_MAX_BYTES} bytes.`,
  PASSWORD_CHARACTERS: 'A password may not contain control characters.',

  // Confirming an address, joining a campus (VERF-02, VERF-03, VERF-11, Q15, Q18)
  CODE_REQUIRED: 'Please enter verification code',
  CODE_WRONG: 'Your code was incorrect. Please try again.',
  CODE_TOO_SOON: 'Please wait {seconds} seconds before asking for another code.',
  CODE_TOO_MANY: `${CODES_PER_HOUR} codes were sent within an hour. Please try again in {minutes} minutes.`,
  EMAIL_ALREADY_CONFIRMED: 'Your email address is already confirmed.',
  SCHOOL_EMAIL_REQUIRED: 'Enter a new school email',
  SCHOOL_EMAIL_INVALID: 'Enter a valid school email',
  SCHOOL_EMAIL_NOT_CONFIRMED: 'This is not your confirmed email address. Please ask for a code instead.',
  EMAIL_TAKEN_SCHOOL: 'That email is taken.',

  // Profile (PROF-16, PROF-22)
  BIO_REQUIRED: 'Please write a few words about yourself.',
  BIO_TOO_LONG: `A bio may have at most ${BIO_MAX_CHARACTERS} characters.`,

  USER_UNKNOWN: 'That account does not exist.',
  USER_ERASED: 'That account no longer exists.',
} as const;

export type UserRejectionCode = keyof typeof userTexts;

/** A rejection of this noun: only codes that have a text. */
export function userRejection(code: UserRejectionCode, data: Rejection['data'] = {}): Rejection<UserRejectionCode> {
  return rejection(code, data);
}
