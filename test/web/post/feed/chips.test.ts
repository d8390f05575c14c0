import { expect, it } from '@jest/globals';
import { findCategory } from '#domain/post/categories.ts';
import { postSearchChoices, priceBands } from '#projections/post/searchFilters.ts';
import { browsePath, chipsOf, toggled } from '#web/post/feed/chips.ts';
import { feedPath } from '#web/post/offer/feedPath.ts';
import { addressOf } from '#web/search/address.ts';
import { searchIn } from '#web/search/searchIn.ts';

const chips = chipsOf({});

it('[SHOP-A2 in part] each chip is a filter that there is: a band of prices by its name, or a category', () => {
  for (const { filter, value, label } of chips) {
    expect([label, postSearchChoices[filter]]).toEqual([label, expect.arrayContaining([value])]);
    const name =
      filter === 'price' ? priceBands.find((band) => band.value === value)?.label : findCategory(value)?.label;
    expect(name).toMatch(new RegExp(`^${label.replace('$', '\\$')}`));
  }
  expect(chips.map(({ label }) => label).slice(0, 4)).toEqual(['Free', 'Under $25', 'Housing', 'Tickets']);
});

it('[SHOP-A2 in part] the last four are the busiest categories of the campus, and usual ones where it has too few', () => {
  const labelsOf = (counts: Readonly<Record<string, number>>) =>
    chipsOf(counts)
      .slice(4)
      .map(({ label }) => label);
  expect(labelsOf({})).toEqual(['Furniture', 'Books', 'Computers', 'Clothing']);
  expect(labelsOf({ tickets: 9, drones: 2, furniture: 3, wearables: 2 })).toEqual([
    'Furniture',
    'Drones',
    'Wearables',
    'Books',
  ]);
  const many = { drones: 1, exercise: 5, jewelry: 8, household: 4, wearables: 3, 'computers & accessories': 2 };
  expect(labelsOf(many)).toEqual(['Exercise', 'Household', 'Wearables', 'Computers']);
});

it('a chip sets its filter, takes it back, and leaves the others', () => {
  const [free, under] = chips;
  if (free === undefined || under === undefined) throw new Error('There are no chips.');
  const set = toggled({ category: 'tickets', condition: 'new' }, free);
  expect(set).toEqual({ category: 'tickets', condition: 'new', price: 'free' });
  expect(toggled(set, under)).toEqual({ category: 'tickets', condition: 'new', price: 'under-25' });
  expect(toggled(set, free)).toEqual({ category: 'tickets', condition: 'new' });
});

it('the address of what filters leave is that of the search which the page of searches reads', () => {
  for (const filters of chips.map(({ filter, value }) => ({ [filter]: value }))) {
    for (const show of [undefined, 'media'] as const) {
      const path = browsePath(filters, show);
      expect(path).toBe(addressOf({ show, filters }));
      expect(searchIn(new URL(path, 'http://ou').searchParams)).toEqual({ text: '', show: show ?? 'latest', filters });
    }
  }
  expect(browsePath({ price: 'free', category: 'tickets' })).toBe('/search?category=tickets&price=free');
  expect(feedPath('tickets')).toBe('/home?category=tickets');
});
