import type { Rejection } from '../kernel/rejection.ts';
import { cleanText, isUnseen } from '../kernel/text.ts';
import { searchRejection } from './rejection.ts';

/** The text of a search as it is stored: one line. */
export function normaliseSearch(typed: string): string {
  return cleanText(typed).replace(/\s+/gu, ' ').trim();
}

/** The error of a search, or `null`: it needs visible text (SRCH-05). */
export function checkSearch(typed: string): Rejection | null {
  return isUnseen(normaliseSearch(typed)) ? searchRejection('SEARCH_EMPTY') : null;
}

/** Characters without a shape: a text that was taken back would come again with one of them, and look the same. */
const WITHOUT_SHAPE = /\p{Default_Ignorable_Code_Point}/gu;

/** Equal for texts that are one search: letter case, width, spaces and what is not seen do not count. */
export function sameSearch(text: string): string {
  return normaliseSearch(text.replace(WITHOUT_SHAPE, '')).normalize('NFKC').toLowerCase();
}

/**
 * The term of a search on a campus: the keyed hash by which equal searches are counted together. Nobody can guess the
 * text from it, so nothing of an erased person's searches is left in the log (P10).
 */
export function searchTerm(campus: string, text: string, hash: (value: string) => string): string {
  return hash(`search:${campus}:${sameSearch(text)}`);
}
