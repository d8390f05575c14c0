import { NAME_PART_MAX_CHARACTERS } from './limits.ts';

/** Parts of a display name. */
export interface DisplayName {
  readonly first: string;
  /** All parts between the first and the last, with spaces between them. */
  readonly middle: string;
  readonly last: string;
}

/** First and last name where a display name has none (AUTH-18). */
const NO_FIRST = 'anonymous';
const NO_LAST = 'user';

/** Marks on one letter that a name keeps: more cover the text of others. */
const MARKS_KEPT = 2;
const PILED_MARKS = new RegExp(`(\\p{M}{${MARKS_KEPT}})\\p{M}+`, 'gu');

/**
 * Reads a display name of Google: split on space, period, comma and hyphen, without the parts with digits; the first
 * part is the first name, the last part the last name (AUTH-18). Nobody typed it here, so nothing is refused: what no
 * name may hold is left out, as at sign-up (Q10), and a part is cut at the limit of names.
 */
export function parseGoogleName(display: string): DisplayName {
  const parts = display
    .normalize('NFC')
    .split(/[\p{Zs}.,-]+/u)
    .filter((part) => !/\p{Nd}/u.test(part))
    .map(cleanPart)
    .filter((part) => /\p{L}/u.test(part));
  const [first = NO_FIRST, ...others] = parts;
  const last = others.pop() ?? NO_LAST;
  return { first, middle: others.join(' '), last };
}

/** Letters, marks and apostrophes that can be seen. */
function cleanPart(part: string): string {
  const letters = part
    .replace(/[^\p{L}\p{M}'’]|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/^\p{M}+/u, '')
    .replace(PILED_MARKS, '$1');
  return [...letters].slice(0, NAME_PART_MAX_CHARACTERS).join('');
}
