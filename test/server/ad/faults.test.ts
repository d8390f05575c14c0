import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { adCommands } from '#domain/ad/commands.ts';
import { newId } from '#domain/kernel/ids.ts';
import { createAdReactor } from '#server/ad/reactor.ts';
import { createStripePayments } from '#server/engines/payments/stripe.ts';
import { HttpRefused } from '#server/http/errors.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { type Payments, PaymentsFailed } from '#server/ports/payments.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { desk, id } from '../../domain/samples.ts';
import { FORM, START, world } from './world.ts';

/** Faults of the provider and of people while an ad is paid: nothing is lost, and nothing charged twice. */

const MINUTE = 60_000;
const KEYS = { apiKey: 'sk_test_faults', webhookSecret: 'whsec_faults' };

type World = ReturnType<typeof world>;

/** Hands the events from one on over to the reactor. */
async function react({ events, dispatcher, payments }: World, from = 0) {
  const reactor = createAdReactor({ dispatcher, payments, logger: silentLogger } as never);
  for (const event of events.slice(from)) {
    if (event.type === 'AdCreated' || event.type === 'AdActivated') continue;
    const later = await handOver(reactor, { ...event, id: id('event') } as never);
    await later?.(new AbortController().signal);
  }
}

it('100 requests at once for the payment of one ad lead to one page', async () => {
  const { open, openPages, provider } = world();
  const urls = await Promise.all(Array.from({ length: 100 }, () => open()));
  expect([new Set(urls).size, await openPages(), provider.booked().length]).toEqual([1, 1, 1]);
});

it('a time-out and a second try lead to one session; another budget to another one, and the first is closed', async () => {
  const made = world();
  const { open, payments, provider, give, asAda, count, openPages } = made;
  const opened: string[] = [];
  const timesOut = open({
    async open(ask) {
      opened.push((await payments.open(ask)).url);
      throw new PaymentsFailed('The provider did not answer.');
    },
  });
  await expect(timesOut).rejects.toThrow('CHECKOUT_FAILED');
  expect(await open()).toBe(opened[0]);
  expect(provider.booked().map(({ cents }) => cents)).toEqual([500]);
  const from = made.events.length;
  expect(give('StartCheckout', { postId: desk, ...FORM, days: 3 }, asAda)).toEqual({ ok: true });
  expect(await open()).not.toBe(opened[0]);
  await react(made, from);
  expect(provider.booked().map(({ cents }) => cents)).toEqual([500, 1_500]);
  expect([count('AdRemoved'), await openPages()]).toEqual([1, 1]);
});

it('an ad that is given up while it is paid runs: the provider has the money', async () => {
  const made = world();
  const { open, provider, give, place, asAda, count, ad, openPages } = made;
  const url = await open();
  const from = made.events.length;
  expect(give('CancelCheckout', place, asAda)).toEqual({ ok: true });
  provider.pay(url, 'good');
  await react(made, from);
  expect(ad()).toMatchObject({ status: 'active', funds: 500 });
  expect([count('AdPaid'), count('AdActivated'), await openPages()]).toEqual([1, 1, 0]);
});

it('an ad whose page is paid as it closes runs, and no other page of it can be paid', async () => {
  const made = world();
  const { open, provider, wait, openPages, watch, ad, paidPages } = made;
  const url = await open();
  // The last moment of the longest page.
  wait(2 * 60 * MINUTE);
  while (!provider.pay(url, 'good')) wait(-MINUTE);
  wait(5 * MINUTE);
  await expect(open()).rejects.toThrow('AD_NOT_UNPAID');
  await watch()();
  expect(ad()).toMatchObject({ status: 'active', funds: 500 });
  expect([await openPages(), paidPages()]).toEqual([0, 1]);
});

it('no message at all: an ad runs within five minutes of its payment, by asking', async () => {
  const { open, provider, watch, wait, ad } = world();
  const look = watch();
  const url = await open();
  await look();
  provider.pay(url, 'good');
  let ms = 0;
  for (; ad()?.status !== 'active' && ms < 5 * MINUTE; ms += 15_000) {
    wait(15_000);
    await look();
  }
  expect([ad()?.status, ms]).toEqual(['active', MINUTE]);
});

it('61 minutes of running, 8 hours of rest, a restart, and on: 61 minutes are charged, and spent and rest make the budget', async () => {
  const { give, place, asAda, wait, ad, events, restore } = world();
  give('ConfirmPayment', { ...place, session: 'cs_1', payment: 'pi_1', cents: 500 });
  wait(61 * MINUTE);
  give('PauseAd', place, asAda);
  const paused = Math.floor((500 * 61) / 1_440);
  expect(ad()).toMatchObject({ spent: paused, funds: 500 - paused });
  wait(8 * 60 * MINUTE);
  const before = ad();
  restore(events.length);
  expect(ad()).toEqual({ ...before, createdAt: ad()?.createdAt });
  give('ResumeAd', place, asAda);
  give('ChargeAd', place);
  expect(ad()).toMatchObject({ spent: paused, funds: 500 - paused });
  wait((1_440 - 61) * MINUTE);
  give('EndAd', place);
  expect(ad()).toMatchObject({ status: 'completed', spent: 500, funds: 0 });
});

it('money that comes for an ad whose post has another one that runs stays in the funds', async () => {
  const { open, provider, give, asAda, place, count, watch, ad, events } = world();
  const url = await open();
  give('StartCheckout', { postId: desk, ...FORM }, asAda);
  const other = events.findLast((event) => event.type === 'AdCreated')?.data.adId ?? newId(id('none'), 0);
  give('ConfirmPayment', { postId: desk, adId: other, session: 'cs_other', payment: null, cents: 500 });
  provider.pay(url, 'good');
  await watch()();
  expect(place.adId).not.toBe(other);
  expect([count('AdPaid'), count('AdActivated'), ad()?.funds]).toEqual([2, 1, 500]);
});

/** The SDK at a provider that answers so. @param status `null`: it never answers */
async function at(status: number | null) {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    if (status === null) return;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { type: 'api_error', message: 'sk_test_faults' } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clock = () => new Date(START);
  const payments = createStripePayments({
    ...KEYS,
    at: { host: '127.0.0.1', port },
    clock,
    ...(status === null && { requestMs: 60 }),
  });
  return {
    payments,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

it.each([429, 500, null])(
  'a provider that answers %p: each ask fails clearly, nothing is stored, and the next try goes well',
  async (status) => {
    await using provider = await at(status);
    const { payments } = provider;
    const asks: readonly (() => Promise<unknown>)[] = [
      () => payments.find('cs_1'),
      () => payments.findByPayment('pi_1'),
      () => payments.findLater('pi_1'),
      () => payments.close('cs_1'),
      async () => {
        for await (const each of payments.changedSince(new Date(START).toISOString())) return each;
        return null;
      },
    ];
    const outcomes = asks.map((ask) =>
      ask().then(
        (answer) => answer,
        (error: unknown) => error,
      ),
    );
    for (const outcome of await Promise.all(outcomes)) {
      expect(outcome).toBeInstanceOf(PaymentsFailed);
      expect(String(outcome)).not.toContain('sk_test');
    }
    const { open, events, provider: sim, ad } = world();
    const before = events.length;
    const failing = open({ open: (ask) => payments.open(ask) });
    await expect(failing).rejects.toThrow(new HttpRefused([{ code: 'CHECKOUT_FAILED', data: {} }] as never));
    expect([events.length, sim.booked().length, ad()?.status]).toEqual([before, 0, 'checkout']);
    await open();
    expect(sim.booked().length).toBe(1);
    // A request of which nobody knows what became of it is made again, by the SDK, under its key.
    expect(provider.requests()).toBeGreaterThan(asks.length);
  },
);

it('a look that the provider does not answer loses nothing: the next one finds the payment', async () => {
  const { open, watch, provider, count, payments } = world();
  provider.pay(await open(), 'good');
  const find: Payments['find'] = () => Promise.reject(new PaymentsFailed('The provider answered 500.'));
  const look = watch({ find });
  await expect(look()).rejects.toThrow(AggregateError);
  expect(count('AdPaid')).toBe(0);
  await watch({ find: payments.find })();
  expect(count('AdPaid')).toBe(1);
});

it('price and duration that a page has changed on the way are refused, or change nothing', () => {
  const { schema } = adCommands.StartCheckout;
  const form = { postId: desk, ...FORM };
  const isTaken = (change: object) => schema.safeParse({ ...form, ...change }).success;
  expect([isTaken({}), isTaken({ days: 30 })]).toEqual([true, true]);
  for (const change of [{ days: 0 }, { days: -1 }, { days: 31 }, { days: 1.5 }, { days: '4' }, { days: Number.NaN }]) {
    expect([change, isTaken(change)]).toEqual([change, false]);
  }
  for (const more of [{ amountBudgeted: 1 }, { cents: 1 }, { durationMinutes: 9_999 }, { adId: form.postId }]) {
    expect([more, isTaken(more)]).toEqual([more, false]);
  }
});
