import type { AnySearch, SearchContent } from './search.ts';
import { heldWords } from './searchWords.ts';

/**
 * How a document matches a question as it is written: it has every word, or every word but the last, with which one of its
 * words begins; `null`: it does not match. Engines forgive mistakes beyond that; a page finds by this which new document
 * belongs to what it shows.
 *
 * @param words by `searchWords`, of the same wording
 */
export function matchOf(
  { wording }: Pick<AnySearch, 'wording'>,
  { texts, filters }: SearchContent,
  words: readonly string[],
  wanted: Readonly<Record<string, string>>,
): 'whole' | 'beginning' | null {
  const held = new Set(Object.values(texts).flatMap((text) => heldWords(text, wording).map(({ word }) => word)));
  const last = words.at(-1) ?? '';
  const hasOthers = words.slice(0, -1).every((word) => held.has(word));
  if (!hasOthers || !Object.entries(wanted).every(([name, value]) => filters[name] === value)) return null;
  if (words.length === 0 || held.has(last)) return 'whole';
  return [...held].some((word) => word.startsWith(last)) ? 'beginning' : null;
}
