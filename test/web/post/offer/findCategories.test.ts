import { expect, it } from '@jest/globals';
import { ALL_CATEGORIES, categories } from '#domain/post/categories.ts';
import { findCategories } from '#web/post/offer/findCategories.ts';

const labels = (typed: string) => findCategories(typed).map(({ label }) => label);

it('[POST-08 in part] a category is found by its label as it is shown, "&" and all, and while it is typed', () => {
  for (const { label } of categories) {
    expect(labels(label)).toContain(label);
    for (let length = 1; length < label.length; length += 1) expect(labels(label.slice(0, length))).toContain(label);
  }
});

it('a category is found by the beginnings of its words in any order; no words find all', () => {
  expect(labels('trucks, CARS')).toEqual(['Cars & Trucks']);
  expect(labels('sho')).toEqual(['Clothing & Shoes']);
  expect(labels('rucks')).toEqual([]);
  expect(labels(' & ')).toEqual([ALL_CATEGORIES.label, ...categories.map(({ label }) => label)]);
});
