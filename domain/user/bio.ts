import type { Rejection } from '../kernel/rejection.ts';
import { cleanText, countCharacters, isUnseen } from '../kernel/text.ts';
import { BIO_MAX_CHARACTERS } from './limits.ts';
import { userRejection } from './rejection.ts';

/** A bio as it is stored. */
export function normaliseBio(typed: string): string {
  return cleanText(typed).trim();
}

/** The error of a bio, or `null`: it needs visible text, at most 160 characters (PROF-16, PROF-22). */
export function checkBio(typed: string): Rejection | null {
  const bio = normaliseBio(typed);
  if (isUnseen(bio)) return userRejection('BIO_REQUIRED');
  return countCharacters(bio) > BIO_MAX_CHARACTERS ? userRejection('BIO_TOO_LONG') : null;
}
