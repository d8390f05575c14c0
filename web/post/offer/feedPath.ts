import { ALL_CATEGORIES, findCategory } from '#domain/post/categories.ts';

/** Name of the feed's category in the address (Q33). */
export const CATEGORY_QUERY = 'category';

/** Address of the feed of a category. */
export function feedPath(category: string): string {
  if (category === ALL_CATEGORIES.value) return '/home';
  return `/home?${new URLSearchParams({ [CATEGORY_QUERY]: category })}`;
}

/** The category that an address asks for; all of them if it asks for none, or for one that there is not. */
export function categoryOf(query: URLSearchParams): string {
  return findCategory(query.get(CATEGORY_QUERY) ?? '')?.value ?? ALL_CATEGORIES.value;
}
