import Stripe from 'stripe';
import { CURRENCY } from '#domain/kernel/money.ts';
import {
  type CheckoutAsk,
  NoticeForged,
  type OpenedCheckout,
  type PaymentNotice,
  type PaymentSession,
  type Payments,
  PaymentsFailed,
} from '../../ports/payments.ts';
import { PROVIDER_MS, PROVIDER_RETRIES, SIGNATURE_SECONDS } from './limits.ts';

/** Name of the one line item of a session (BOOST-10). */
export const LINE_ITEM = 'Boost Post';
const MS_PER_SECOND = 1_000;
const NOT_FOUND = 404;

/** How Stripe, or what stands for it, is reached. */
export interface StripeOptions {
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** `null`: Stripe itself. */
  readonly at: { readonly host: string; readonly port: number } | null;
  readonly clock: () => Date;
}

/** Payments by Stripe: hosted Checkout. */
export function createStripePayments({ apiKey, webhookSecret, at, clock }: StripeOptions): Payments {
  const stripe = new Stripe(apiKey, {
    ...(at === null ? {} : { ...at, protocol: 'http' }),
    timeout: PROVIDER_MS,
    maxNetworkRetries: PROVIDER_RETRIES,
    telemetry: false,
  });
  return {
    async open(ask) {
      const session = await asked(() =>
        stripe.checkout.sessions.create(sessionOf(ask), { idempotencyKey: ask.idempotencyKey }),
      );
      return openedOf(session);
    },
    async find(session) {
      const found = await askedFor(() => stripe.checkout.sessions.retrieve(session, EXPANDED));
      return found === null ? null : foundOf(found);
    },
    async findByPayment(payment) {
      const expand = EXPANDED.expand.map((field) => `data.${field}`);
      const { data } = await asked(() => stripe.checkout.sessions.list({ payment_intent: payment, limit: 1, expand }));
      return data[0] === undefined ? null : foundOf(data[0]);
    },
    async close(session) {
      try {
        await stripe.checkout.sessions.expire(session);
      } catch (error) {
        // It is paid or closed already.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return;
        throw failed(error);
      }
    },
    async read(body, signature) {
      try {
        const now = Math.floor(clock().getTime() / MS_PER_SECOND);
        return noticeOf(
          stripe.webhooks.constructEvent(
            body,
            signature,
            webhookSecret,
            SIGNATURE_SECONDS,
            undefined,
            now * MS_PER_SECOND,
          ),
        );
      } catch {
        // A bad signature, an old one, or no JSON behind a good one: nothing that the provider has sent.
        throw new NoticeForged();
      }
    },
  };
}

/** The charge says what was given back. */
const EXPANDED = { expand: ['payment_intent.latest_charge'] };

function sessionOf(ask: CheckoutAsk): Stripe.Checkout.SessionCreateParams {
  const { postId, adId, cents, description, successUrl, cancelUrl, expiresAt } = ask;
  const metadata = { postId, adId };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: CURRENCY, unit_amount: cents, product_data: { name: LINE_ITEM, description } },
      },
    ],
    success_url: successUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(Date.parse(expiresAt) / MS_PER_SECOND),
    metadata,
    payment_intent_data: { metadata },
  };
}

function openedOf({ id, url, expires_at: expires }: Stripe.Checkout.Session): OpenedCheckout {
  if (url === null) throw new PaymentsFailed('The session is closed: it has no page.');
  return { session: id, url, expiresAt: new Date(expires * MS_PER_SECOND).toISOString() };
}

function foundOf(session: Stripe.Checkout.Session): PaymentSession {
  const { id, metadata, status, payment_status: paid, amount_total: cents, currency, payment_intent: intent } = session;
  const { postId, adId } = metadata ?? {};
  const payment = typeof intent === 'object' ? intent : null;
  const charge = payment !== null && typeof payment.latest_charge === 'object' ? payment.latest_charge : null;
  return {
    session: id,
    ad: postId === undefined || adId === undefined ? null : { postId, adId },
    isPaid: paid === 'paid' && currency === CURRENCY,
    isOpen: status === 'open',
    url: session.url,
    cents: cents ?? 0,
    payment: typeof intent === 'string' ? intent : (payment?.id ?? null),
    refunded: charge?.amount_refunded ?? 0,
  };
}

function noticeOf({ id, type, data }: Stripe.Event): PaymentNotice {
  const object = data.object as { readonly object?: string; readonly id?: string; readonly payment_intent?: unknown };
  const { payment_intent: payment } = object;
  return {
    id,
    type,
    session: object.object === 'checkout.session' ? (object.id ?? null) : null,
    payment: typeof payment === 'string' ? payment : null,
  };
}

/** Asks for one thing; `null`: the provider has none of this id. */
async function askedFor<Thing>(ask: () => Promise<Thing>): Promise<Thing | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === NOT_FOUND) return null;
    throw failed(error);
  }
}

async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw failed(error);
  }
}

/** The provider's words may repeat what was sent, and with it a key: only kind and code are kept. */
function failed(error: unknown): PaymentsFailed {
  if (error instanceof PaymentsFailed) return error;
  if (error instanceof Stripe.errors.StripeError) {
    return new PaymentsFailed(
      `The payment provider answered ${error.type} (${error.code ?? error.statusCode ?? 'no code'}).`,
    );
  }
  return new PaymentsFailed(`The payment provider did not answer: ${(error as Error).name}.`);
}
