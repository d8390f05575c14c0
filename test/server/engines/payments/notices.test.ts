import { expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { takeNotice } from '#server/ad/notices.ts';
import { SIGNATURE_SECONDS } from '#server/engines/payments/limits.ts';
import { createStripePayments } from '#server/engines/payments/stripe.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { NoticeForged, type Payments } from '#server/ports/payments.ts';

/** Messages as Stripe signs them, read by the adapter; nobody is asked. */

const SECRET = 'whsec_notices';
const NOW_SECONDS = Date.parse('2026-03-02T09:00:00.000Z') / 1_000;
const clock = () => new Date(NOW_SECONDS * 1_000);
const payments = createStripePayments({ apiKey: 'sk_test_notices', webhookSecret: SECRET, at: null, clock });

const event = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } }, null, 2);
const completed = event('checkout.session.completed', {
  object: 'checkout.session',
  id: 'cs_1',
  payment_intent: 'pi_1',
});

/** Reads a payload that was signed some seconds ago, by a secret. */
function read(payload: string, { ago = 0, secret = SECRET, sent = payload } = {}) {
  const timestamp = NOW_SECONDS - ago;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return payments.read(Buffer.from(sent), signature);
}

it('a message is read up to 300 seconds after it was signed, and refused after that', async () => {
  expect(SIGNATURE_SECONDS).toBe(300);
  expect(await read(completed, { ago: 300 })).toEqual({
    ...{ id: 'evt_1', type: 'checkout.session.completed', session: 'cs_1', payment: 'pi_1' },
  });
  await expect(read(completed, { ago: 301 })).rejects.toThrow(NoticeForged);
});

it('the signature is over the bytes as they came: the same JSON written otherwise is refused, and so is another account', async () => {
  await expect(read(completed, { sent: JSON.stringify(JSON.parse(completed)) })).rejects.toThrow(NoticeForged);
  await expect(read(completed, { sent: completed.replace('cs_1', 'cs_2') })).rejects.toThrow(NoticeForged);
  await expect(read(completed, { secret: 'whsec_of_another_account' })).rejects.toThrow(NoticeForged);
});

it('what is signed well and is no JSON is refused, and nothing fails', async () => {
  await expect(read('no json')).rejects.toThrow(NoticeForged);
});

it('a message of an unknown type about nothing of ours asks nobody and is noted', async () => {
  const notice = await read(event('invoice.finalized', { object: 'invoice', id: 'in_1' }));
  expect(notice).toEqual({ id: 'evt_1', type: 'invoice.finalized', session: null, payment: null });
  const noted: object[] = [];
  const logger = { ...silentLogger, info: (fields: object) => void noted.push(fields) };
  const dispatcher = { dispatch: async () => Promise.reject(new Error('Nothing is given.')) } as never;
  await takeNotice(notice, {} as Payments, { dispatcher, logger: logger as never });
  expect(noted).toEqual([{ notice: 'evt_1', type: 'invoice.finalized' }]);
});
