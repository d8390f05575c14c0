import { ALL_CATEGORIES } from '#domain/post/categories.ts';
import type { Post } from '#projections/post/collections.ts';

/**
 * Whether a post says that it offers something, or has done so: then its card shows it, and its owner can sell it.
 * Comments and banners of new members never do.
 */
export function isOffer({ category, price, condition, sale }: Post): boolean {
  return category !== ALL_CATEGORIES.value || price !== null || condition !== null || sale !== 'available';
}
