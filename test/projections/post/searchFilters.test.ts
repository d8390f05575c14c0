import { expect, it } from '@jest/globals';
import { PRICE_MAX_CENTS } from '#domain/post/limits.ts';
import { priceBandOf, priceBands } from '#projections/post/searchFilters.ts';

it.each([
  [0, 'Free'],
  [1, 'Under $25'],
  [2_499, 'Under $25'],
  [2_500, '$25 to $100'],
  [9_999, '$25 to $100'],
  [10_000, '$100 to $500'],
  [49_999, '$100 to $500'],
  [50_000, '$500 and more'],
  [PRICE_MAX_CENTS, '$500 and more'],
])('a price of %d cents is in the band "%s", and in no other', (cents, label) => {
  const holding = priceBands.filter(({ from, to }) => from <= cents && cents < to);
  expect(holding.map((band) => [band.label, band.value])).toEqual([[label, priceBandOf(cents)]]);
});
