/** The length of a text in characters: Unicode code points (decisions D10). */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/** The length of a text in bytes of UTF-8. */
export function countBytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * Control characters other than tab and line feed, and marks that force the writing direction of the text after them.
 */
const INVISIBLE_HARM = /[\p{Cc}\u202a-\u202e]/gu;

/**
 * White space, characters without a shape (joiners, fillers, direction marks, selectors), and the empty Braille cell.
 */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether nothing of a text can be seen. */
export function isUnseen(text: string): boolean {
  return text.replace(UNSEEN, '') === '';
}

/**
 * Free text as it is stored: whole characters only, line breaks as `\n`, tabs as spaces, and no invisible characters
 * that change the visible ones (control characters, overrides of the writing direction).
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(INVISIBLE_HARM, (character) => (character === '\n' ? character : ''));
}

/** The length of a clean text in characters (`countCharacters`), in which each line break counts as so many. */
export function textLength(text: string, lineBreakCharacters: number): number {
  const breaks = text.split('\n').length - 1;
  return countCharacters(text) - breaks + breaks * lineBreakCharacters;
}
