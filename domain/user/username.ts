import { newId } from '../kernel/ids.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { USERNAME_MAX_CHARACTERS, USERNAME_MIN_CHARACTERS } from './limits.ts';
import { parseName } from './name.ts';
import { userRejection } from './rejection.ts';
import { reservedUsernames } from './reservedUsernames.ts';
import { transliterate } from './transliterate.ts';

/** The user name for a name without any letter that a–z can write (decisions D05). */
const FALLBACK = 'student';
/** Up to here names are counted on one by one; after it the numbers are scattered, so that the search stays short. */
const LAST_COUNTED_SUFFIX = 99;
/** Scattered suffixes have five digits. */
const SCATTER_FROM = 10_000;
const SCATTER_RANGE = 90_000;
const SUFFIX_MAX_CHARACTERS = '-99999'.length;

/** Whether a user name, in any case, is kept from everyone (Q03). */
export function isReservedUsername(username: string): boolean {
  return reservedUsernames.has(username.toLowerCase());
}

/** A user name as it is stored: lower case, without space around it (SETT-06). */
export function normaliseUsername(typed: string): string {
  return typed.trim().toLowerCase();
}

/** The error of a chosen user name by itself, or `null` (SETT-06, Q03): a reserved one counts as taken. */
export function checkUsername(typed: string): Rejection | null {
  const username = normaliseUsername(typed);
  if (username === '') return userRejection('USERNAME_REQUIRED');
  if (username.length < USERNAME_MIN_CHARACTERS) return userRejection('USERNAME_TOO_SHORT');
  if (username.length > USERNAME_MAX_CHARACTERS || !/^[a-z0-9_-]+$/.test(username)) {
    return userRejection('USERNAME_CHARACTERS');
  }
  return isReservedUsername(username) ? userRejection('USERNAME_TAKEN') : null;
}

/**
 * User names to try for a name as typed (`usernameCandidatesOf`); a name that is refused counts as one that a–z cannot
 * write.
 */
export function usernameCandidates(typed: string, seed: string): Generator<string, never> {
  const parsed = parseName(typed);
  return parsed.ok
    ? usernameCandidatesOf(parsed.name.first, parsed.name.last, seed)
    : usernameCandidatesOf('', '', seed);
}

/**
 * User names to try, best first, without end (AUTH-16, D05): first plus last name, then `-2`, `-3`, … A name under 4
 * characters or a reserved one is skipped.
 *
 * @param seed the command's id: scatters the suffixes after the first hundred, the same way on every retry
 */
export function* usernameCandidatesOf(first: string, last: string, seed: string): Generator<string, never> {
  const written = transliterate(first) + transliterate(last);
  const base = (written || FALLBACK).slice(0, USERNAME_MAX_CHARACTERS - SUFFIX_MAX_CHARACTERS);
  if (base.length >= USERNAME_MIN_CHARACTERS && !isReservedUsername(base)) yield base;
  for (let n = 2; ; n += 1) {
    const candidate = `${base}-${n <= LAST_COUNTED_SUFFIX ? n : scatter(seed, n)}`;
    if (candidate.length >= USERNAME_MIN_CHARACTERS && !isReservedUsername(candidate)) yield candidate;
  }
}

function scatter(seed: string, n: number): number {
  return SCATTER_FROM + (Number.parseInt(newId(seed, n).slice(-8), 16) % SCATTER_RANGE);
}
