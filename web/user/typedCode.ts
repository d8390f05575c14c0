import { CODE_MAX } from '#domain/user/limits.ts';

/** Digits of a mailed code. */
const CODE_DIGITS = String(CODE_MAX).length;

/** Digits of any script (Unicode category Nd): each script has its ten one after the other, from zero on; some scripts follow another. */
const DIGIT = /\p{Nd}/u;
const DIGITS_OF_A_SCRIPT = 10;
/** Spaces, dashes, dots and marks of direction, as people and mail programs put between and around digits. */
const BETWEEN = /[\p{Z}\s\p{Pd}\p{Cf}.·]/gu;

/** The digits 0 to 9 that somebody has typed or pasted, in whichever script and with whatever between them. */
export function typedCode(text: string): string {
  // Full-width and mathematical digits become 0 to 9 by it.
  return [...text.normalize('NFKC').replace(BETWEEN, '')].map(asciiDigit).join('');
}

/** Whether a code is whole: it can be sent without a press. */
export function isWholeCode(code: string): boolean {
  return code.length === CODE_DIGITS && /^\d+$/.test(code);
}

function asciiDigit(character: string): string {
  if (!DIGIT.test(character)) return character;
  const point = character.codePointAt(0) ?? 0;
  let value = 0;
  while (DIGIT.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value % DIGITS_OF_A_SCRIPT);
}
