import { NUMBER_QUERY } from '../share/placePath.ts';

/**
 * The place, from 0, of the photo or video that the address of full size names: the first one, unless it names one that is
 * there.
 */
export function mediaIndexIn(query: URLSearchParams, count: number): number {
  const index = Number(query.get(NUMBER_QUERY) ?? 1) - 1;
  return Number.isInteger(index) && index >= 0 && index < count ? index : 0;
}
