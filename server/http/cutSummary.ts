/** Characters of a description: other sites cut longer ones. */
const DESCRIPTION_CHARACTERS = 200;

/** The beginning of a text in a summary, cut between characters as they are read. @param characters default: a description's */
export function cutSummary(text: string, characters = DESCRIPTION_CHARACTERS): string {
  const parts = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
  if (parts.length <= characters) return text;
  return `${parts
    .slice(0, characters - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}
