import type { Rejection } from '../kernel/rejection.ts';
import { countBytes, countCharacters } from '../kernel/text.ts';
import { PASSWORD_MAX_BYTES, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './limits.ts';
import { userRejection } from './rejection.ts';

/**
 * The error of a new password, or `null` (AUTH-11, AUTH-14). Only form and identity edge call it: no command carries a
 * password. Bytes are limited because bcrypt reads 72 of them, control characters are refused because it stops at a
 * NUL.
 */
export function checkPassword(password: string): Rejection | null {
  if (password === '') return userRejection('PASSWORD_REQUIRED');
  const characters = countCharacters(password);
  if (characters < PASSWORD_MIN_CHARACTERS) return userRejection('PASSWORD_TOO_SHORT');
  if (characters > PASSWORD_MAX_CHARACTERS) return userRejection('PASSWORD_TOO_LONG');
  if (countBytes(password) > PASSWORD_MAX_BYTES) return userRejection('PASSWORD_TOO_MANY_BYTES');
  return /\p{Cc}/u.test(password) ? userRejection('PASSWORD_CHARACTERS') : null;
}

/**
 * The error of a password that everyone uses, or `null`: guessing begins with these (NIST SP 800-63B §3.1.1.2). Letters
 * count alike in both cases.
 *
 * @param common in lower case
 */
export function checkCommonPassword(password: string, common: ReadonlySet<string>): Rejection | null {
  return common.has(password.toLowerCase()) ? userRejection('PASSWORD_COMMON') : null;
}
