import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { adDecider } from '#domain/ad/decider.ts';
import type { AdEvent } from '#domain/ad/events.ts';
import { type AdsState, initialAds } from '#domain/ad/state.ts';
import { newId } from '#domain/kernel/ids.ts';
import { movedOf } from '#domain/kernel/money.ts';
import { createLedger } from '#server/ad/ledger.ts';
import { renewalsDeadline } from '#server/ad/renewals.ts';
import { startSandbox } from '#server/engines/payments/sandbox.ts';
import { fileStore, SANDBOX_FILE } from '#server/engines/payments/sandboxStore.ts';
import { createStripePayments } from '#server/engines/payments/stripe.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { type GotPayment, type Payments, PaymentsFailed } from '#server/ports/payments.ts';
import type { SweepParts } from '#server/reactors/reactorParts.ts';
import { system } from '../../domain/given.ts';
import { hashOf } from '../../domain/hashOf.ts';
import { ada, adFacts, desk, id } from '../../domain/samples.ts';

/** The charges of further days against the real SDK and the sandbox over HTTP, the log in memory, the clock by hand. */

const KEYS = { apiKey: 'sk_test_renewals', webhookSecret: 'whsec_renewals' };
const GOOD = '4242424242424242';
const LATER = '4000000000000341';
const DAY = 86_400_000;
const START = Date.parse('2026-03-02T09:00:00.000Z');

let folder: string;
let now = START;
const clock = () => new Date(now);
const at = () => clock().toISOString();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-renewals-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A sandbox over the same file as the one before, as after a restart. */
async function openPayments(): Promise<Payments> {
  const store = fileStore(join(folder, SANDBOX_FILE));
  const { at: address, close } = await startSandbox({
    ...{ ...KEYS, clock, store, webhookPath: '/nowhere', onUndelivered: () => undefined },
  });
  ends.push(close);
  return createStripePayments({ ...KEYS, at: address, clock });
}

/** The SDK at a provider that knows the card, and answers every charge with an error. */
async function answering(status: number, code: string) {
  const intent = { id: 'pi_1', object: 'payment_intent', customer: 'cus_1', payment_method: 'pm_1', metadata: {} };
  const session = { id: 'cs_1', object: 'checkout.session', metadata: {}, payment_intent: intent };
  const server = createServer(({ method, url = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    const isCharge = method === 'POST';
    response.statusCode = isCharge ? status : 200;
    const type = status >= 500 ? 'api_error' : 'invalid_request_error';
    if (isCharge) response.end(JSON.stringify({ error: { type, code, message: 'no' } }));
    else if (url.includes('/payment_intents'))
      response.end(JSON.stringify({ object: 'list', data: [], has_more: false }));
    else response.end(JSON.stringify(session));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    payments: createStripePayments({ ...KEYS, at: { host: '127.0.0.1', port }, clock }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A world of one post whose ad runs until it is paused. */
async function world(name: string, card: string, payments: Payments) {
  const events: { event: AdEvent; at: string }[] = [];
  let state: AdsState = initialAds;
  let isBanned = false;
  let isLeaving = false;
  const start = { id: id(name), type: 'StartCheckout' } as const;
  const adId = newId(start.id, 0);
  const give = (type: string, data: object, actor = system as never) => {
    const command = { id: type === 'StartCheckout' ? start.id : id(`${name}${events.length}`), type, data } as never;
    const context = { actor, now: at(), campus: 'ou', hash: hashOf, facts: adFacts } as never;
    const decision = adDecider.decide(state, command, context);
    if (!decision.ok) return { ok: false, rejection: decision.rejection };
    for (const event of decision.events) {
      events.push({ event: event as AdEvent, at: at() });
      state = adDecider.evolve(state, event as AdEvent, at());
    }
    return { ok: true };
  };
  const asAda = { kind: 'user', userId: ada } as never;
  const form = { title: 'A desk', goal: 'message', website: '', label: 'Send Message', days: 1, untilPaused: true };
  give('StartCheckout', { postId: desk, ...form }, asAda);
  const page = { successUrl: 'http://localhost:1/s', cancelUrl: 'http://localhost:1/c', keepsCard: true };
  const opened = await payments.open({
    ...{ ...page, postId: desk, adId, cents: 500, description: 'A day', idempotencyKey: `checkout:${adId}` },
    expiresAt: new Date(now + 3_600_000).toISOString(),
  });
  await fetch(opened.url, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });
  const place = { postId: desk, adId };
  give('ConfirmPayment', { ...place, session: opened.session, payment: null, cents: 500 });

  const ad = () => {
    const found = state.ads[adId];
    if (found === undefined) throw new Error('There is no such ad.');
    return found;
  };
  /** The document of the read models, as far as the look asks. */
  const document = () => {
    const { status, renewal, running } = ad();
    const due = renewal !== null || status === 'active' ? (running?.endTime ?? '') : '';
    const isDue = renewal !== null || Date.parse(due) - 60_000 <= now;
    return { id: adId, post: desk, campus: 'ou', runUntilPaused: true, due: isDue ? at() : '', status };
  };
  const readStore = {
    query: async (_name: string, _query: string, [status]: readonly string[], { below }: { below: string }) =>
      document().status === status && document().due !== '' && below > '2' ? [{ doc: document() }] : [],
  };
  /** A look of a new process: nothing is remembered. */
  const look = (provider: Payments, keepsLog = true) => {
    const dispatcher = {
      stateOf: async ({ category }: { category: string }) => {
        if (category === 'ban') return { isBanned };
        if (category === 'deletion') return { status: isLeaving ? 'requested' : 'none' };
        return category === 'user' ? { erased: false } : state;
      },
      dispatch: async ({ type, data }: { type: string; data: object }) => {
        if (!keepsLog && type !== 'BeginRenewal') throw new Error('The process is killed.');
        return give(type, data);
      },
    };
    const parts = { dispatcher, readStore, payments: provider, logger: silentLogger } as unknown as SweepParts;
    return renewalsDeadline(parts).look(clock());
  };
  const count = (type: AdEvent['type']) => events.filter(({ event }) => event.type === type).length;
  const paid = () =>
    events.reduce((sum, { event }) => sum - ('legs' in event.data ? movedOf(event.data.legs, 'provider') : 0), 0);
  const ban = () => {
    isBanned = true;
  };
  const leave = () => {
    isLeaving = true;
  };
  return { ad, adId, give, asAda, ban, leave, place, look, count, paid, events };
}

async function* got(all: readonly GotPayment[]): AsyncIterable<GotPayment> {
  yield* all;
}

async function gotFor(payments: Payments, adId: string): Promise<number> {
  let sum = 0;
  for await (const each of payments.got()) if (each.adId === adId) sum += each.cents;
  return sum;
}

it('[BOOST-04 in part] an ad that runs until it is paused is charged $5 for each further day, and its end moves by a day', async () => {
  const payments = await openPayments();
  const { ad, adId, look, count, paid, give, place, asAda } = await world('days', GOOD, payments);
  const first = ad().running?.endTime ?? '';
  expect(Date.parse(first)).toBe(now + DAY);
  now += DAY / 2;
  await look(payments);
  expect(count('RenewalBegun')).toBe(0);
  for (let day = 1; day <= 3; day += 1) {
    now = Date.parse(first) + (day - 1) * DAY - 30_000;
    await look(payments);
    await look(payments);
    expect(ad()).toMatchObject({ status: 'active', renewal: null });
    expect(ad().running?.endTime).toBe(new Date(Date.parse(first) + day * DAY).toISOString());
    expect([count('AdRenewed'), paid(), await gotFor(payments, adId)]).toEqual([day, 500 + day * 500, 500 + day * 500]);
    expect(ad().spent).toBe(Math.floor((500 * (day * 1_440 - 1)) / 1_440));
    expect(ad().spent).toBeLessThanOrEqual(ad().budget.amountBudgeted);
  }
  give('PauseAd', place, asAda);
  now += 9 * DAY;
  await look(payments);
  expect([ad().status, paid()]).toEqual(['paused', 2_000]);
});

it('[BOOST-04 in part] a clock that jumps an hour ahead, and back, charges a day that is near once, and its end is a day later', async () => {
  const payments = await openPayments();
  const { ad, adId, look, count, paid } = await world('jump', GOOD, payments);
  const first = Date.parse(ad().running?.endTime ?? '');
  const start = now;
  now = first - 30 * 60_000;
  await look(payments);
  expect(count('AdRenewed')).toBe(0);
  now += 3_600_000;
  await look(payments);
  await look(payments);
  now -= 3_600_000;
  await look(payments);
  now = first - 30_000;
  await look(payments);
  expect([count('AdRenewed'), paid(), await gotFor(payments, adId)]).toEqual([1, 1_000, 1_000]);
  const end = Date.parse(ad().running?.endTime ?? '');
  // By the wrong clock the day was over, and half an hour of it lay behind: it begins anew from there, and nothing of it is lost.
  expect(end).toBeGreaterThanOrEqual(first + DAY);
  expect(end).toBeLessThanOrEqual(first + DAY + 30 * 60_000);
  expect(ad().spent).toBeLessThanOrEqual(ad().budget.amountBudgeted);
  now = start;
});

it('[BOOST-04 in part] a card that is refused pauses the ad; resumed it is asked once more, under another key', async () => {
  const payments = await openPayments();
  const { ad, adId, look, count, give, place, asAda } = await world('refused', LATER, payments);
  now += DAY - 30_000;
  await look(payments);
  expect([ad().status, count('RenewalFailed')]).toEqual(['paused', 1]);
  await look(payments);
  expect(count('RenewalFailed')).toBe(1);
  expect(await gotFor(payments, adId)).toBe(500);
  expect(give('ResumeAd', place, asAda)).toEqual({ ok: true });
  await look(payments);
  expect([ad().status, count('RenewalFailed'), count('AdRenewed')]).toEqual(['paused', 2, 0]);
});

it('a process that is killed between the charge and the log charges nothing twice, also days later and after a restart of all', async () => {
  const payments = await openPayments();
  const { ad, adId, look, count } = await world('killed', GOOD, payments);
  now += DAY - 30_000;
  await expect(look(payments, false)).rejects.toThrow();
  expect([ad().renewal === null, count('AdRenewed'), await gotFor(payments, adId)]).toEqual([false, 0, 1_000]);
  now += 4 * DAY;
  const again = await openPayments();
  await look(again);
  expect([ad().renewal, count('AdRenewed'), await gotFor(again, adId)]).toEqual([null, 1, 1_000]);
  // The day that is paid counts from now: nobody has seen the ad meanwhile.
  expect(ad().running?.endTime).toBe(new Date(now + DAY).toISOString());
});

it('an ad that is stopped while it is charged keeps the money in the funds', async () => {
  const payments = await openPayments();
  const { ad, adId, look, give, place, asAda, events } = await world('stopped', GOOD, payments);
  now += DAY - 30_000;
  await expect(look(payments, false)).rejects.toThrow();
  give('StopAd', place, asAda);
  await look(payments);
  const spent = Math.floor((500 * 1_439) / 1_440);
  expect(ad()).toMatchObject({ status: 'stopped', funds: 1_000 - spent, spent, renewal: null });
  const ledger = createLedger();
  for (const { event } of events) ledger.take(event);
  expect(ledger.accounts()).toEqual([{ userId: ada, paid: 1_000, spent, refunded: 0, available: 1_000 - spent }]);
  async function* ofThis() {
    for await (const each of payments.got()) if (each.adId === adId) yield each;
  }
  expect(await ledger.differences(ofThis())).toEqual([]);
  async function* more() {
    yield* ofThis();
    yield { id: 'cs_lost', adId, cents: 500, refunded: 0 };
  }
  expect(await ledger.differences(more())).toEqual([expect.stringContaining('cs_lost')]);
  expect(await ledger.differences(got([]))).toHaveLength(2);
});

it.each(['paused', 'stopped', 'banned', 'leaving'] as const)(
  'an ad that was %s, or its owner, before its charge reached the provider is not charged afterwards',
  async (how) => {
    const payments = await openPayments();
    const { ad, adId, look, give, place, asAda, ban, leave, count } = await world(
      `not charged: ${how}`,
      GOOD,
      payments,
    );
    now += DAY - 30_000;
    const silent: Payments = { ...payments, charge: () => Promise.reject(new PaymentsFailed('Nobody answers.')) };
    await expect(look(silent)).rejects.toThrow();
    if (how === 'banned') ban();
    else if (how === 'leaving') leave();
    else expect(give(how === 'paused' ? 'PauseAd' : 'StopAd', place, asAda)).toEqual({ ok: true });
    await look(payments);
    expect([ad().renewal, count('AdRenewed'), await gotFor(payments, adId)]).toEqual([null, 0, 500]);
    expect(ad().status).toBe(how === 'stopped' ? 'stopped' : 'paused');
  },
);

it('a card that is gone at the provider pauses the ad, as a refused one does; what may go well in a moment does not', async () => {
  for (const [status, code, isNo] of [
    [400, 'payment_method_unexpected_state', true],
    [404, 'resource_missing', true],
    [409, 'idempotency_key_in_use', false],
    [429, 'lock_timeout', false],
    [500, 'api_error', false],
  ] as const) {
    const { payments, close } = await answering(status, code);
    const { ad, look, count } = await world(`gone ${code}`, GOOD, await openPayments());
    now += DAY - 30_000;
    const looked = await look(payments).catch(() => 'failed');
    expect([code, looked, ad().status]).toEqual([code, isNo ? undefined : 'failed', isNo ? 'paused' : 'active']);
    expect(count('RenewalFailed')).toBe(isNo ? 1 : 0);
    await close();
  }
});

it('a provider that does not answer leaves the ad as it is, and is asked by the same key again', async () => {
  const payments = await openPayments();
  const { ad, adId, look, count } = await world('silent', GOOD, payments);
  now += DAY - 30_000;
  const silent: Payments = { ...payments, charge: () => Promise.reject(new PaymentsFailed('Nobody answers.')) };
  await expect(look(silent)).rejects.toThrow();
  const { renewal } = ad();
  expect([ad().status, renewal !== null]).toEqual(['active', true]);
  await expect(look(silent)).rejects.toThrow();
  expect([ad().renewal, count('RenewalBegun')]).toEqual([renewal, 1]);
  await look(payments);
  expect([ad().renewal, await gotFor(payments, adId)]).toEqual([null, 1_000]);
});
