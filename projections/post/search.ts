import { maySearchCampus } from '#domain/campus/access.ts';
import { SEARCH_PAGE_HITS } from '#domain/kernel/limits.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { postAccess } from '#domain/post/access.ts';
import { SEARCH_MEDIA_PAGE_HITS } from '#domain/post/limits.ts';
import { plainText } from '#domain/post/plainText.ts';
import { searchOf } from '../kernel/search.ts';
import { categoryWords } from './categoryWords.ts';
import { posts } from './collections.ts';
import { postSearchChoices, priceBandOf } from './searchFilters.ts';

const WITH_PICTURES = { pictures: 'yes' } as const;
/** Sold things are left out, unless the reader asks for them. */
const STANDING = { standing: 'yes' } as const;

/** The text by which a post is searched: its own, and the words of its category in another line, so that none are joined. */
export function searchedText(text: string, category: string): string {
  return `${text}\n${categoryWords(category)}`;
}

/**
 * Posts by their words and those of their category, the newest first (SRCH-08, SRCH-09). No comments, and no banners of new members (Q19); the name
 * of its author finds the author, not the post.
 */
export const postSearch = searchOf(posts, {
  name: 'post',
  version: 3,
  texts: ['text'],
  filters: ['pictures', 'standing', 'category', 'condition', 'price'],
  choices: postSearchChoices,
  ranking: 'newest',
  wording: 'language',
  content({ parent, kind, deleted, text, campus, imageCount, createdAt, category, condition, price, sale }) {
    const words = reveal(text);
    if (parent !== null || kind !== 'post' || deleted || words === null) return null;
    return {
      campus,
      texts: { text: searchedText(plainText(words), category) },
      filters: {
        category,
        ...(imageCount > 0 && WITH_PICTURES),
        ...(sale !== 'sold' && STANDING),
        ...(condition !== null && { condition }),
        ...(price !== null && { price: priceBandOf(price.cents) }),
      },
      at: Date.parse(createdAt),
    };
  },
  maySee: postAccess.maySee,
  maySearch: maySearchCampus,
  views: {
    latest: { page: SEARCH_PAGE_HITS, filters: STANDING },
    media: { page: SEARCH_MEDIA_PAGE_HITS, filters: { ...WITH_PICTURES, ...STANDING } },
  },
});
