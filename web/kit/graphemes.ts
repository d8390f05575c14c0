const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Moves a cut back to before the sign that it goes through: an emoji of several parts, a letter with its marks.
 *
 * @param at UTF-16 index of the cut; 0 is never returned for another one, since a single sign may be longer than a text
 */
export function cutBetweenSigns(text: string, at: number): number {
  const start = graphemes.segment(text).containing(at)?.index ?? at;
  return start === 0 ? at : start;
}
