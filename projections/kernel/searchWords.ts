/** Characters of a word that count; longer words are equal if these are. */
export const SEARCH_WORD_MAX_CHARACTERS = 40;

/**
 * The words of a text, as every search engine gets them, of documents and of questions alike: lower case, without
 * accents, split at everything that is neither letter nor digit. So no engine's own idea of a word matters.
 */
export function searchWords(text: string): readonly string[] {
  // Some letters have a lower case only once they are taken apart, and some fall apart only in lower case.
  const letters = text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return (letters.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    [...word].slice(0, SEARCH_WORD_MAX_CHARACTERS).join(''),
  );
}
