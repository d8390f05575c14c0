import { expect, it } from '@jest/globals';
import { PaymentsFailed } from '#server/ports/payments.ts';
import { world } from './world.ts';

/** Money that the provider has got and given back lately, of which no message has come. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** An ad that is paid, as the log knows. */
async function paid() {
  const made = world();
  const { open, provider, watch } = made;
  provider.pay(await open(), 'good');
  await watch()();
  return made;
}

it('a refund of which no message came stops the ad and lowers the funds, once, by the next look of the day', async () => {
  const { provider, lookBack, wait, count, ad } = await paid();
  const look = lookBack();
  await look();
  wait(10 * MINUTE);
  provider.giveBack(0);
  await look();
  expect([ad()?.status, count('AdRefunded')]).toEqual(['active', 0]);
  wait(DAY);
  await look();
  expect(ad()).toMatchObject({ status: 'completed', funds: 0 });
  expect(count('AdRefunded')).toBe(1);
  wait(DAY);
  await look();
  expect(count('AdRefunded')).toBe(1);
});

it('a process that was started anew asks at once, and one whose look failed asks again', async () => {
  const { provider, payments, lookBack, count, ad, wait } = await paid();
  await lookBack()();
  provider.giveBack(0);
  let isDown = true;
  const look = lookBack({
    async *changedSince(since) {
      yield* payments.changedSince(since);
      if (isDown) throw new PaymentsFailed('The provider answered 500.');
    },
  });
  await expect(look()).rejects.toThrow('500');
  expect(ad()).toMatchObject({ status: 'stopped', funds: 0 });
  isDown = false;
  wait(MINUTE);
  await look();
  expect(count('AdRefunded')).toBe(1);
});

it('a log that was put back from a backup learns what was paid since then, on pages that it does not know', async () => {
  const { open, provider, restore, lookBack, events, count, ad, watch } = world();
  const before = events.length;
  provider.pay(await open(), 'good');
  await watch()();
  expect(ad()?.status).toBe('active');
  restore(before);
  // Nobody knows of a page that could be asked about.
  await watch()();
  expect(ad()).toMatchObject({ status: 'checkout', sessions: {} });
  await lookBack()();
  expect(ad()).toMatchObject({ status: 'active', funds: 500 });
  expect([count('AdPaid'), count('AdActivated')]).toEqual([1, 1]);
});

it('what the log knows already is given to no command', async () => {
  const { provider, lookBack, given } = await paid();
  provider.giveBack(0);
  await lookBack()();
  const before = given.length;
  await lookBack()();
  expect(given.length).toBe(before);
});

it('a clock that was put back by an hour does not keep the next look away', async () => {
  const { provider, lookBack, setAhead, count } = await paid();
  const look = lookBack();
  setAhead(60 * MINUTE);
  await look();
  provider.giveBack(0);
  setAhead(0);
  await look();
  expect(count('AdRefunded')).toBe(1);
});

it('a payment of an ad that a backup has not is left to the operator: nothing is given, and nothing fails', async () => {
  const { lookBack, restore, given, events } = await paid();
  restore(0);
  const before = given.length;
  await lookBack()();
  expect([given.length, events.length]).toEqual([before, 0]);
});
