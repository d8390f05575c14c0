import { ALL_CATEGORIES, type Category, categories } from '#domain/post/categories.ts';

/** Between two words: spaces, commas, an "&". A label that is typed as it is shown has to find its category. */
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '');
}

/** The categories whose label has a word that begins with each of the typed ones; all of them if no word is typed. */
export function findCategories(typed: string): readonly Category[] {
  const wanted = wordsOf(typed);
  return [ALL_CATEGORIES, ...categories].filter(({ label }) => {
    const words = wordsOf(label);
    return wanted.every((each) => words.some((word) => word.startsWith(each)));
  });
}
