import type { Rejection } from '../kernel/rejection.ts';
import { countCharacters } from '../kernel/text.ts';
import { NAME_PART_MAX_CHARACTERS, NAME_PART_MIN_CHARACTERS } from './limits.ts';
import { userRejection } from './rejection.ts';

/** First and last name as typed, without the words between them (decisions D04). */
export interface FullName {
  readonly first: string;
  readonly last: string;
}

export type ParsedName =
  | { readonly ok: true; readonly name: FullName }
  | { readonly ok: false; readonly rejection: Rejection };

/** Letters of any script with their marks, apostrophes, spaces (AUTH-13, Q10). */
const NAME = /^[\p{L}\p{M}'’ ]+$/u;

/** Letters and marks without a shape, such as the Hangul fillers: a name of them would be invisible. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

/** Stacked marks: no script needs that many on a letter, and they cover the text of others. */
const PILED_MARKS = /\p{M}{5}/u;

/** Reads a name as typed at sign-up; the checks run in the order of decisions D04 (AUTH-13). */
export function parseName(typed: string): ParsedName {
  const name = asOneLine(typed);
  const [first = '', ...further] = name.split(' ');
  return check(name, { first, last: further.at(-1) ?? '' });
}

/** A last name as sign-up stores it. */
const INITIAL = /^\p{Lu}\p{M}*\.$/u;

/**
 * Reads first and last name as typed in the profile, by the rules of a sign-up (PROF-22, D04). Each may be several words,
 * and a last name may stay the initial that it is since the sign-up (Q09): nobody has to publish it to mend a first name.
 */
export function parseNameParts(typed: { readonly firstName: string; readonly lastName: string }): ParsedName {
  const first = asOneLine(typed.firstName);
  const last = asOneLine(typed.lastName);
  if (first === '') return refused('NAME_REQUIRED');
  if (INITIAL.test(last)) {
    const parsed = check(first, { first, last: first });
    return parsed.ok ? { ok: true, name: { first, last } } : parsed;
  }
  return check(`${first} ${last}`, { first, last });
}

/** Composed characters, single spaces. */
function asOneLine(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

/** @param whole everything that was typed, also what the parts leave out */
function check(whole: string, { first, last }: FullName): ParsedName {
  if (whole === '') return refused('NAME_REQUIRED');
  if (!NAME.test(whole) || UNSEEN.test(whole) || PILED_MARKS.test(whole)) return refused('NAME_CHARACTERS');
  if (countLetters(first) < NAME_PART_MIN_CHARACTERS) return refused('NAME_FIRST_SHORT');
  if (countLetters(last) < NAME_PART_MIN_CHARACTERS) return refused('NAME_LAST_MISSING');
  if ([first, last].some((part) => countCharacters(part) > NAME_PART_MAX_CHARACTERS)) {
    return refused('NAME_PART_TOO_LONG');
  }
  return { ok: true, name: { first, last } };
}

/** The last name as stored at sign-up: its initial and a period (AUTH-15, Q09). */
export function lastNameInitial(last: string): string {
  const [initial = ''] = /\p{L}\p{M}*/u.exec(last) ?? [];
  return `${initial.toUpperCase()}.`;
}

function refused(code: Parameters<typeof userRejection>[0]): ParsedName {
  return { ok: false, rejection: userRejection(code) };
}

function countLetters(part: string): number {
  return part.match(/\p{L}/gu)?.length ?? 0;
}
