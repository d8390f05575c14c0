const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Moves a cut back to before the sign that it goes through: an emoji of several parts, a letter with its marks.
 *
 * @param at UTF-16 index of the cut; 0 is never returned for another one, since a single sign may be longer than a text
 */
export function cutBetweenSigns(text: string, at: number): number {
  const start = startOfSign(text, at);
  return start === 0 ? at : start;
}

/** Where the sign begins that stands at an index (UTF-16); the index itself, if it is between two. */
export function startOfSign(text: string, at: number): number {
  return graphemes.segment(text).containing(at)?.index ?? at;
}

/** Whether a text is more than one sign. */
export function hasSeveralSigns(text: string): boolean {
  return (graphemes.segment(text).containing(0)?.segment.length ?? 0) < text.length;
}

/** The beginning of a typed text that takes at most so many characters (code points): a sign is in it whole or not at all. */
export function firstWholeSigns(text: string, most: number): string {
  let left = most;
  let end = 0;
  for (const character of text) {
    if (left === 0) return text.slice(0, startOfSign(text, end));
    left -= 1;
    end += character.length;
  }
  return text;
}
