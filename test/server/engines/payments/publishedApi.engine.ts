import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { createStripePayments } from '#server/engines/payments/stripe.ts';
import { type Payments, PaymentsFailed } from '#server/ports/payments.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { MOCK } from '#test/doubles/stripe/install.ts';
import { type StripeMock, startStripeMock } from '#test/doubles/stripe/startStripeMock.ts';

/** Every request of the adapter, checked by stripe-mock against the API as Stripe has published it. */

/**
 * Names of parameters that the API of the SDK has, and that of stripe-mock not yet: it knows each under its former name. Once
 * it has the same version as the SDK, nothing may stand here.
 */
const RENAMED_SINCE: Readonly<Record<string, string>> = { allowed_payment_method_types: 'payment_method_types' };

interface Asked {
  readonly method: string;
  /** Path of the API, with words in the place of ids. */
  readonly path: string;
  readonly status: number;
  readonly version: string;
}

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const AT = { postId: '1', adId: '2' };
const ID = /(cs|pi)_[A-Za-z0-9_]+/;

/** A session whose card was kept: that of the mock was never paid. */
function withCard(session: string): string {
  const payment_intent = { id: 'pi_1', object: 'payment_intent', customer: 'cus_1', payment_method: 'pm_1' };
  return JSON.stringify({
    ...(JSON.parse(session) as object),
    payment_intent: { ...payment_intent, latest_charge: null },
  });
}

/** An address before stripe-mock, which takes note of what goes through. */
async function relayTo({ url: address }: StripeMock, asked: Asked[]) {
  const relay = createServer(async (request, response) => {
    const { url = '', method = 'GET', headers } = request;
    let body = Buffer.concat(await request.toArray()).toString();
    for (const [name, former] of Object.entries(RENAMED_SINCE)) body = body.replaceAll(name, former);
    const sent = { authorization: String(headers.authorization), 'content-type': String(headers['content-type']) };
    const answer = await fetch(address + url, { method, headers: sent, ...(body === '' ? {} : { body }) });
    const text = await answer.text();
    const path = (url.split('?')[0] ?? '').replace(ID, '{id}');
    asked.push({ method, path, status: answer.status, version: String(headers['stripe-version']) });
    const answered = path === '/v1/checkout/sessions/{id}' && answer.ok ? withCard(text) : text;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answered);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const { port } = relay.address() as AddressInfo;
  return {
    at: { host: '127.0.0.1', port },
    close: async () => {
      relay.closeAllConnections();
      relay.close();
    },
  };
}

describeOn('the requests to Stripe', await startStripeMock(), (mock) => {
  const asked: Asked[] = [];
  let payments: Payments;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const relay = await relayTo(mock, asked);
    close = relay.close;
    const keys = { apiKey: 'sk_test_published', webhookSecret: 'whsec_published' };
    payments = createStripePayments({ ...keys, at: relay.at, clock: () => new Date(NOW) });
  });
  afterAll(async () => {
    await close();
    await mock.dispose();
  });

  const open = (keepsCard: boolean) =>
    payments.open({
      ...{ ...AT, cents: 2_000, description: 'Shown to more people for 4 days', keepsCard },
      ...{ successUrl: 'https://ou.example/s?session_id={CHECKOUT_SESSION_ID}', cancelUrl: 'https://ou.example/c' },
      ...{ idempotencyKey: `checkout:${keepsCard}`, expiresAt: new Date(NOW + 3_600_000).toISOString() },
    });
  /** Answers of the mock are samples, of nothing of ours: only what was asked counts here. */
  const tried = async (ask: () => Promise<unknown>) => {
    const failure = await ask().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure !== null && !(failure instanceof PaymentsFailed)) throw failure;
  };
  const all = async (things: AsyncIterable<unknown>) => {
    for await (const each of things) expect(each).toBeDefined();
  };

  it('are such as the published API takes, each of them', async () => {
    for (const keepsCard of [false, true]) await tried(() => open(keepsCard));
    await tried(() => payments.find('cs_test_1'));
    await tried(() => payments.findByPayment('pi_1'));
    await tried(() => payments.findLater('pi_1'));
    await tried(() => payments.close('cs_test_1'));
    await tried(() => all(payments.got()));
    await tried(() => all(payments.changedSince(new Date(NOW).toISOString())));
    const charge = {
      ...AT,
      session: 'cs_test_1',
      cents: 500,
      description: 'A day',
      key: 'renewal:1',
      isQuestion: false,
    };
    await tried(() => payments.charge(charge));
    const refused = asked.filter(({ status }) => status >= 400);
    expect(refused).toEqual([]);
    const kinds = new Set(asked.map(({ method, path }) => `${method} ${path}`));
    expect([...kinds].sort()).toEqual([
      'GET /v1/checkout/sessions',
      'GET /v1/checkout/sessions/{id}',
      'GET /v1/disputes',
      'GET /v1/payment_intents',
      'GET /v1/payment_intents/{id}',
      'GET /v1/refunds',
      'POST /v1/checkout/sessions',
      'POST /v1/checkout/sessions/{id}/expire',
      'POST /v1/payment_intents',
    ]);
  });

  it('are checked as strictly as that: a parameter that the API has not is refused', async () => {
    const before = asked.length;
    const { port } = new URL(mock.url);
    const plain = new Stripe('sk_test_published', { host: '127.0.0.1', port: Number(port), protocol: 'http' });
    await expect(plain.checkout.sessions.create({ mood: 'payment' } as never)).rejects.toThrow(/validat/);
    expect(asked.length).toBe(before);
  });

  it('are of the version that the SDK names; what stripe-mock does not know yet is listed as long as it is older', () => {
    const versions = new Set(asked.map(({ version }) => version));
    expect([...versions]).toEqual([Stripe.API_VERSION]);
    const isOlder = MOCK.api < Stripe.API_VERSION;
    expect(isOlder).toBe(Object.keys(RENAMED_SINCE).length > 0);
  });
});
