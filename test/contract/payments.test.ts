import { expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { startSandbox } from '#server/engines/payments/sandbox.ts';
import { TEST_CARDS } from '#server/engines/payments/sandboxCards.ts';
import { memoryStore } from '#server/engines/payments/sandboxStore.ts';
import { createStripePayments } from '#server/engines/payments/stripe.ts';
import { Life } from '../proof/simulate/life.ts';
import { SimProvider } from '../proof/simulate/simPayments.ts';
import { VirtualTime } from '../proof/simulate/virtualTime.ts';
import { type PaymentsWorld, paymentsContract } from './payments.ts';

const KEYS = { apiKey: 'sk_test_contract', webhookSecret: 'whsec_contract' };
const START = Date.parse('2026-03-02T09:00:00.000Z');

/** The SDK, and the sandbox to which it talks over HTTP. */
async function openSandbox() {
  let now = START;
  const clock = () => new Date(now);
  const parts = { ...KEYS, clock, store: memoryStore(), webhookPath: '/nowhere', onUndelivered: () => undefined };
  const { at, close } = await startSandbox(parts);
  const operator = new Stripe(KEYS.apiKey, { ...at, protocol: 'http', telemetry: false });
  const pay = async (url: string, card: string = TEST_CARDS.success) => {
    await fetch(url, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });
  };
  return {
    payments: createStripePayments({ ...KEYS, at, clock }),
    operator,
    wait: (ms: number) => {
      now += ms;
    },
    now: () => now,
    pay,
    async giveBack(payment: string, cents: number | null) {
      await operator.refunds.create({ payment_intent: payment, ...(cents === null ? {} : { amount: cents }) });
    },
    end: close,
  };
}

paymentsContract('the sandbox by the SDK', openSandbox);

paymentsContract('the provider of the simulation', async (): Promise<PaymentsWorld> => {
  let now = START;
  const parts = { time: new VirtualTime(), random: () => 0.99, now: () => now };
  const provider = new SimProvider({ ...parts, deliver: async () => true });
  provider.weather = 'kind';
  return {
    payments: provider.portOf(new Life(new VirtualTime(), () => 0, 0)),
    wait: (ms) => {
      now += ms;
    },
    now: () => now,
    pay: async (url) => void provider.pay(url, 'good'),
    giveBack: async (payment, cents) => provider.refund(payment, cents),
    end: async () => undefined,
  };
});

it('a dispute takes the money once it is lost, and says so since then, of a payment that is old', async () => {
  const { payments, operator, wait, now, pay, end } = await openSandbox();
  const opened = await payments.open({
    ...{ postId: '1', adId: '2', cents: 2_000, description: 'A boost', keepsCard: false, idempotencyKey: 'key' },
    ...{ successUrl: 'http://localhost:1/s', cancelUrl: 'http://localhost:1/c' },
    expiresAt: new Date(now() + 3_600_000).toISOString(),
  });
  await pay(opened.url, TEST_CARDS.disputed);
  const changed = async (since: number) => {
    const all: number[] = [];
    for await (const { found } of payments.changedSince(new Date(since).toISOString())) all.push(found.refunded);
    return all;
  };
  wait(40 * 86_400_000);
  expect(await payments.find(opened.session)).toMatchObject({ isPaid: true, refunded: 0 });
  expect(await changed(now())).toEqual([]);
  const { data } = await operator.disputes.list();
  await operator.disputes.close(data[0]?.id ?? '');
  expect(await payments.find(opened.session)).toMatchObject({ isPaid: true, refunded: 2_000 });
  expect(await changed(now())).toEqual([2_000]);
  await end();
});
