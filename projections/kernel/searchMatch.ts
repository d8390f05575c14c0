import type { AnySearch, SearchContent } from './search.ts';
import { heldWords } from './searchWords.ts';

/**
 * Whether a document matches a question as it is written: it has every word, the last one may be a beginning. Engines
 * forgive mistakes beyond that; a page finds by this which new document belongs to what it shows.
 *
 * @param words by `searchWords`, of the same wording
 */
export function isMatch(
  { wording }: Pick<AnySearch, 'wording'>,
  { texts, filters }: SearchContent,
  words: readonly string[],
  wanted: Readonly<Record<string, string>>,
): boolean {
  const held = Object.values(texts).flatMap((text) => heldWords(text, wording).map((each) => each.word));
  const last = words.length - 1;
  const has = (word: string, index: number) =>
    held.some((each) => (index === last ? each.startsWith(word) : each === word));
  return words.every(has) && Object.entries(wanted).every(([name, value]) => filters[name] === value);
}
