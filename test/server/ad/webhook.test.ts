import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import express from 'express';
import Stripe from 'stripe';
import type { AdEvent } from '#domain/ad/events.ts';
import { newId } from '#domain/kernel/ids.ts';
import { movedOf } from '#domain/kernel/money.ts';
import { adRoutes } from '#server/ad/routes.ts';
import { startSandbox } from '#server/engines/payments/sandbox.ts';
import { TEST_CARDS } from '#server/engines/payments/sandboxCards.ts';
import { memoryStore } from '#server/engines/payments/sandboxStore.ts';
import { createStripePayments } from '#server/engines/payments/stripe.ts';
import { errorHandler } from '#server/http/errors.ts';
import { signedBodies } from '#server/http/signedBodies.ts';
import { isSigned } from '#server/nouns.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { PAYMENT_NOTICES_PATH, type Payments, PaymentsFailed } from '#server/ports/payments.ts';
import { ada, desk, id } from '../../domain/samples.ts';
import { eventually } from '../support/student.ts';
import { FORM, logOf, START } from './world.ts';

/**
 * Messages of the provider over HTTP: the routes, the real SDK, and the sandbox, which sends them; the log in memory. No sweep
 * runs here: what happens, happens by a message.
 */

const KEYS = { apiKey: 'sk_test_webhook', webhookSecret: 'whsec_webhook' };
const TOO_MANY_BYTES = 10 * 1024 * 1024;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function listening(app: express.Express) {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A site with one ad that waits for its payment. */
async function site() {
  const clock = () => new Date(START);
  const log = logOf(clock);
  log.give('StartCheckout', { postId: desk, ...FORM, days: 4 }, { kind: 'user', userId: ada });
  const adId = newId(id('StartCheckout 0'), 0);
  const undelivered: unknown[] = [];
  const { at, close } = await startSandbox({
    ...{ ...KEYS, clock, store: memoryStore(), webhookPath: PAYMENT_NOTICES_PATH },
    onUndelivered: (error) => undelivered.push(error),
  });
  ends.push(close);
  const payments = createStripePayments({ ...KEYS, at, clock });
  let isDown = false;
  const asked: string[] = [];
  const noted: unknown[] = [];
  const ask = async <Answer>(what: string, act: () => Promise<Answer>) => {
    asked.push(what);
    if (isDown) throw new PaymentsFailed('Nobody answers.');
    return act();
  };
  const watched: Payments = {
    ...payments,
    find: (session) => ask('find', () => payments.find(session)),
    findByPayment: (payment) => ask('findByPayment', () => payments.findByPayment(payment)),
    findLater: (payment) => ask('findLater', () => payments.findLater(payment)),
  };
  const logger = { ...silentLogger, info: (fields: unknown) => void noted.push(fields) };
  const parts = { ...log, payments: watched, clock, rateShare: null, logger };
  const app = express();
  app.use(signedBodies(isSigned));
  app.use(express.json());
  app.use((_request, response, next) => {
    response.locals.ownOrigin = origin;
    next();
  });
  app.use(adRoutes({ ...parts, authenticate: async () => ({ userId: ada }) } as never));
  app.use(errorHandler(silentLogger));
  const origin = await listening(app);

  const checkout = async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ postId: desk });
    const answer = await fetch(`${origin}/api/checkouts`, { method: 'POST', headers, body });
    return (await answer.json()) as { readonly url: string; readonly adId: string; readonly error?: { code: string } };
  };
  /** Sends a message, signed by the secret. */
  const send = async (payload: string, { ago = 0, secret = KEYS.webhookSecret, signed = payload } = {}) => {
    const timestamp = START / 1_000 - ago;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: signed, secret, timestamp });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await fetch(`${origin}${PAYMENT_NOTICES_PATH}`, { method: 'POST', headers, body: payload });
    const { error } = (await answer.json()) as { readonly error?: { readonly code: string } };
    return [answer.status, error?.code ?? 'taken'] as const;
  };
  const ofSession = (session: string, type = 'checkout.session.completed', change: object = {}) =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type,
      data: { object: { object: 'checkout.session', id: session, ...change } },
    });
  return {
    ...{ log, adId, undelivered, asked, noted, checkout, send, ofSession, payments },
    setDown: (down: boolean) => {
      isDown = down;
    },
    pay: (url: string) =>
      fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ card: TEST_CARDS.success }) }),
    count: (type: AdEvent['type']) => log.events.filter((event) => event.type === type).length,
  };
}

const sessionOf = (url: string) => url.split('/').at(-1) ?? '';

it('who closes the tab after paying has an ad that runs, by the message alone', async () => {
  const { checkout, pay, count, adId, undelivered } = await site();
  const opened = await checkout();
  expect(opened.adId).toBe(adId);
  // Nobody follows the way back.
  await pay(opened.url);
  await eventually(async () => count('AdActivated') === 1);
  expect([count('AdPaid'), undelivered]).toEqual([1, []]);
});

it('50 tries at once to pay on one page, and messages and returns beside them, are one charge and one posting', async () => {
  const { checkout, pay, send, ofSession, count, payments } = await site();
  const { url } = await checkout();
  const message = ofSession(sessionOf(url));
  await Promise.all(Array.from({ length: 50 }, () => [pay(url), send(message)]).flat());
  await eventually(async () => count('AdActivated') === 1);
  const got: number[] = [];
  for await (const { cents } of payments.got()) got.push(cents);
  expect([got, count('AdPaid'), count('AdActivated')]).toEqual([[2_000], 1, 1]);
  // And the address of the success once more: there is nothing to pay.
  expect((await checkout()).error?.code).toBe('AD_NOT_UNPAID');
});

it('the provider says what was paid, not the message: price, ad and status that stand in it change nothing', async () => {
  const { checkout, send, ofSession, count, log, pay, payments, adId } = await site();
  const { url } = await checkout();
  const [session, lies] = [
    sessionOf(url),
    { payment_status: 'paid', amount_total: 999_999, metadata: { adId: id('x') } },
  ];
  expect(await send(ofSession(session, 'checkout.session.completed', lies))).toEqual([200, 'taken']);
  expect(count('AdPaid')).toBe(0);
  await pay(url);
  await eventually(async () => count('AdPaid') === 1);
  await send(ofSession(session, 'checkout.session.completed', { ...lies, payment_status: 'unpaid' }));
  expect(log.events.flatMap((event) => ('legs' in event.data ? [-movedOf(event.data.legs, 'provider')] : []))).toEqual([
    2_000,
  ]);
  expect((await payments.find(session))?.ad).toEqual({ postId: desk, adId });
});

it('a message is verified over its bytes before anybody is asked or anything is stored', async () => {
  const { checkout, send, ofSession, asked, log, pay, undelivered } = await site();
  const { url } = await checkout();
  const before = [log.events.length, asked.length];
  const message = ofSession(sessionOf(url));
  const pretty = JSON.stringify(JSON.parse(message), null, 1);
  expect(await send(pretty, { signed: message })).toEqual([422, 'NOTICE_FORGED']);
  expect(await send(message, { secret: 'whsec_of_another_account' })).toEqual([422, 'NOTICE_FORGED']);
  expect(await send(message, { ago: 301 })).toEqual([422, 'NOTICE_FORGED']);
  expect(await send('no json')).toEqual([422, 'NOTICE_FORGED']);
  expect([log.events.length, asked.length]).toEqual(before);
  expect(await send(message, { ago: 300 })).toEqual([200, 'taken']);
  expect(asked.length).toBeGreaterThan(before[1] ?? 0);
  await pay(url);
  expect(undelivered).toEqual([]);
});

it('a message of 10 MB is refused without a look at its signature, and the next one is taken', async () => {
  const { checkout, send, ofSession, asked } = await site();
  const { url } = await checkout();
  const before = asked.length;
  const huge = ofSession(sessionOf(url), 'checkout.session.completed', { note: 'x'.repeat(TOO_MANY_BYTES) });
  expect(await send(huge)).toEqual([413, 'BODY_TOO_LARGE']);
  expect(asked.length).toBe(before);
  expect(await send(ofSession(sessionOf(url)))).toEqual([200, 'taken']);
});

it('an unknown type, and a session of nobody or another account, are answered 200 and noted', async () => {
  const { send, ofSession, noted, log } = await site();
  const before = log.events.length;
  const unknown = JSON.stringify({
    id: 'evt_2',
    object: 'event',
    type: 'invoice.finalized',
    data: { object: { id: 'in_1' } },
  });
  expect(await send(unknown)).toEqual([200, 'taken']);
  expect(noted).toContainEqual({ notice: 'evt_2', type: 'invoice.finalized' });
  expect(await send(ofSession('cs_of_another_account'))).toEqual([200, 'taken']);
  expect(noted).toContainEqual({ notice: 'evt_1', type: 'checkout.session.completed' });
  expect(log.events.length).toBe(before);
});

it('a message that comes while the provider answers nothing is not taken, so that it comes again', async () => {
  const { checkout, pay, send, ofSession, setDown, count, undelivered } = await site();
  const { url } = await checkout();
  setDown(true);
  await pay(url);
  await eventually(async () => undelivered.length === 1);
  expect(await send(ofSession(sessionOf(url)))).toEqual([503, 'UNAVAILABLE']);
  expect(count('AdPaid')).toBe(0);
  setDown(false);
  expect(await send(ofSession(sessionOf(url)))).toEqual([200, 'taken']);
  expect([count('AdPaid'), count('AdActivated')]).toEqual([1, 1]);
});

/** All orders of some things. */
function permutations<Thing>(things: readonly Thing[]): readonly (readonly Thing[])[] {
  if (things.length === 0) return [[]];
  return things.flatMap((first, at) => permutations(things.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

it('all permutations of five messages of a payment, one of them of an unknown type, end in one state', async () => {
  const ends = new Set<string>();
  const made = await site();
  const { url } = await made.checkout();
  const session = sessionOf(url);
  const opened = made.log.events.length;
  made.setDown(true);
  await made.pay(url);
  await eventually(async () => made.undelivered.length === 1);
  made.setDown(false);
  const payment = (await made.payments.find(session))?.payment;
  const of = (type: string, object: object) =>
    JSON.stringify({ id: `evt_${type}`, object: 'event', type, data: { object } });
  const messages = [
    made.ofSession(session),
    made.ofSession(session, 'checkout.session.expired'),
    of('payment_intent.succeeded', { object: 'payment_intent', id: payment }),
    of('charge.succeeded', { object: 'charge', id: 'ch_1', payment_intent: payment }),
    of('invoice.finalized', { object: 'invoice', id: 'in_1' }),
  ];
  for (const order of permutations(messages)) {
    made.log.restore(opened);
    for (const message of order) expect(await made.send(message)).toEqual([200, 'taken']);
    ends.add(JSON.stringify([made.log.ads(), made.log.events.map(({ type }) => type)]));
  }
  expect(ends.size).toBe(1);
  expect([made.count('AdPaid'), made.count('AdActivated')]).toEqual([1, 1]);
});
