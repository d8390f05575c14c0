import { expect, it } from '@jest/globals';
import { openAllowance, takeAllowance } from '#server/hub/allowance.ts';
import { IGNORED_MESSAGES_MAX } from '#server/hub/limits.ts';

const PER_MINUTE = 60;
const SECOND_MS = 1_000;

/** Says a number of messages every second, as one that has used up what may come at once. @returns the second of the end */
function secondsUntilFlood(perSecond: number, seconds: number): number | null {
  const allowance = openAllowance(PER_MINUTE, 0);
  for (let n = 0; n < PER_MINUTE; n += 1) takeAllowance(allowance, 0);
  for (let second = 1; second <= seconds; second += 1) {
    for (let n = 0; n < perSecond; n += 1) {
      if (takeAllowance(allowance, second * SECOND_MS) === 'flood') return second;
    }
  }
  return null;
}

it('ends who goes on far beyond the limit, also when one in many is handled', () => {
  // One a second is handled, and forgives one of the others.
  expect(secondsUntilFlood(10, 600)).toBe(Math.ceil(IGNORED_MESSAGES_MAX / 8));
});

it('keeps who says now and then one too many', () => {
  expect(secondsUntilFlood(2, 600)).toBeNull();
});
