/** Characters of a description: other sites cut longer ones. */
const DESCRIPTION_CHARACTERS = 200;

const characterSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** A text in which each unit is a character as it is read. */
const SIMPLE = /^[ -~]*$/;

/** The beginning of a text in a summary, cut between characters as they are read. @param characters default: a description's */
export function cutSummary(text: string, characters = DESCRIPTION_CHARACTERS): string {
  // Each character has one unit at least. To look for them takes long, and a list has many titles.
  if (text.length <= characters) return text;
  const end = SIMPLE.test(text) ? characters - 1 : endOf(text, characters);
  return end === null ? text : `${text.slice(0, end).trimEnd()}…`;
}

/** The end of all characters but the last of so many, in units; `null`: there are no more. */
function endOf(text: string, characters: number): number | null {
  let end = 0;
  let count = 0;
  for (const { index } of characterSegmenter.segment(text)) {
    count += 1;
    if (count === characters) end = index;
    if (count > characters) return end;
  }
  return null;
}
