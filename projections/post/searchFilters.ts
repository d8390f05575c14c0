import { categories } from '#domain/post/categories.ts';
import { conditions } from '#domain/post/sale.ts';
import { ANY } from '../kernel/search.ts';

/** Whole cents of a dollar. */
const DOLLAR = 100;

/** A band of prices that a search may be narrowed to; both ends in cents, `to` not included. */
interface PriceBand {
  readonly value: string;
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

/** The bands, without gaps: each price is in one of them, so an index needs no numbers. */
export const priceBands: readonly PriceBand[] = [
  { value: 'free', label: 'Free', from: 0, to: 1 },
  { value: 'under-25', label: 'Under $25', from: 1, to: 25 * DOLLAR },
  { value: '25-100', label: '$25 to $100', from: 25 * DOLLAR, to: 100 * DOLLAR },
  { value: '100-500', label: '$100 to $500', from: 100 * DOLLAR, to: 500 * DOLLAR },
  { value: 'from-500', label: '$500 and more', from: 500 * DOLLAR, to: Number.POSITIVE_INFINITY },
];

/** The band of a price in cents. */
export function priceBandOf(cents: number): string {
  return priceBands.find(({ from, to }) => from <= cents && cents < to)?.value ?? '';
}

/** Value of `standing` that asks for sold things, too. */
export const WITH_SOLD = ANY;

/** By filter, the values that a reader may ask for; `any` leaves a filter of the view out. */
export const postSearchChoices: Readonly<Record<string, readonly string[]>> = {
  category: categories.map(({ value }) => value),
  condition: conditions,
  price: priceBands.map(({ value }) => value),
  pictures: ['yes'],
  standing: [WITH_SOLD],
};
