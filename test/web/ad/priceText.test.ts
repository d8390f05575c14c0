import { expect, it } from '@jest/globals';
import { budgetOf, withMore } from '#domain/ad/spending.ts';
import { dayPriceText } from '#web/ad/priceText.ts';

it('[BOOST-05 in part] the price of an ad is said by the day, and for how many of them', () => {
  expect(dayPriceText(budgetOf(1), false)).toBe('$5.00 a day for 1 day');
  expect(dayPriceText(budgetOf(4), false)).toBe('$5.00 a day for 4 days');
  expect(dayPriceText(withMore(budgetOf(1), 1_440), true)).toBe('$5.00 a day');
  // A day keeps the price at which it was bought.
  expect(dayPriceText({ durationMinutes: 2_880, amountBudgeted: 800 }, false)).toBe('$4.00 a day for 2 days');
});
