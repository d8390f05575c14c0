import { AD_TITLE_MAX_CHARACTERS } from '#domain/ad/limits.ts';
import { startOfSign } from '../kit/graphemes.ts';

/** The part of a title that its whole words have to fill: a longer word is cut. */
const LEAST = 0.5;
/** Marks with which no title ends. */
const LOOSE_END = /[\s,;:(–—-]+$/u;

/** The title of an ad of a post without words. */
const WITHOUT_WORDS = 'Boost Post';

/** The title that an ad has until its owner gives it another one: that of its post, as many whole words as it holds. */
export function firstTitle(ofPost: string): string {
  const title = ofPost.trim();
  if (title.length <= AD_TITLE_MAX_CHARACTERS) return title || WITHOUT_WORDS;
  const cut = title.slice(0, startOfSign(title, AD_TITLE_MAX_CHARACTERS));
  // A word that ends just here is whole.
  const end = /^\s/u.test(title.slice(cut.length)) ? cut.length : cut.lastIndexOf(' ');
  const words = end < AD_TITLE_MAX_CHARACTERS * LEAST ? cut : cut.slice(0, end);
  return words.replace(LOOSE_END, '') || cut || WITHOUT_WORDS;
}
