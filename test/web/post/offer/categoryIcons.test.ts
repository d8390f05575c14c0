import { expect, it } from '@jest/globals';
import { ALL_CATEGORIES, categories } from '#domain/post/categories.ts';
import { categoryIcons } from '#web/post/offer/categoryIcons.ts';

it('[SHOP-A5 in part] every category has an icon of its own', () => {
  const values = [ALL_CATEGORIES, ...categories].map(({ value }) => value);
  expect(Object.keys(categoryIcons).toSorted()).toEqual(values.toSorted());
  expect(new Set(Object.values(categoryIcons)).size).toBe(values.length);
});
