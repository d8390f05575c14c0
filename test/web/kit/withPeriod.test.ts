import { expect, it } from '@jest/globals';
import { withPeriod } from '#web/kit/withPeriod.ts';

it('a name that ends with a period ends a sentence with no second one', () => {
  expect([withPeriod('Maya W.'), withPeriod('Deleted user')]).toEqual(['Maya W.', 'Deleted user.']);
});
