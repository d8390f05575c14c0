import Stripe from 'stripe';
import { CURRENCY } from '#domain/kernel/money.ts';
import {
  type ChargeAsk,
  type Charged,
  type CheckoutAsk,
  type GotPayment,
  type LaterPayment,
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
    charge: (ask) => chargeCard(stripe, ask),
    async findLater(payment) {
      const found = await askedFor(() => stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] }));
      return found === null ? null : laterOf(found);
    },
    got: () => gotBy(stripe),
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
  const { postId, adId, cents, description, successUrl, cancelUrl, expiresAt, keepsCard } = ask;
  const metadata = { postId, adId };
  return {
    mode: 'payment',
    // A card says at once whether it pays; of what arrives days later a second page could be paid meanwhile.
    allowed_payment_method_types: ['card'],
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
    ...(keepsCard
      ? { customer_creation: 'always', payment_intent_data: { metadata, setup_future_usage: 'off_session' } }
      : { payment_intent_data: { metadata } }),
  };
}

/** Statuses of an ask that can never be granted: it is wrong, or what it names is not there. */
const NO_FOR_GOOD = [400, 404];

/** Things in one page of a list of the provider. */
const LISTED = 100;

/** The card that a paid session has kept; `null`: none. */
async function keptCard(stripe: Stripe, session: string): Promise<{ customer: string; payment_method: string } | null> {
  const found = await askedFor(() => stripe.checkout.sessions.retrieve(session, { expand: ['payment_intent'] }));
  const intent = typeof found?.payment_intent === 'object' ? found.payment_intent : null;
  const idOf = (thing: string | { readonly id: string } | null | undefined) =>
    typeof thing === 'string' ? thing : (thing?.id ?? null);
  const [customer, method] = [idOf(intent?.customer), idOf(intent?.payment_method)];
  return customer === null || method === null ? null : { customer, payment_method: method };
}

/**
 * Charges a card without its owner. The provider forgets its keys after some days, so what was charged before is looked up
 * among the payments of the card's customer first.
 */
async function chargeCard(
  stripe: Stripe,
  { session, postId, adId, cents, description, key, isQuestion }: ChargeAsk,
): Promise<Charged> {
  const card = await keptCard(stripe, session);
  if (card === null) return { kind: 'refused', code: 'no_card' };
  const listed = await askedFor(() => stripe.paymentIntents.list({ customer: card.customer, limit: LISTED }));
  const before = listed?.data.find(({ metadata, status }) => metadata.renewal === key && status === 'succeeded');
  if (before !== undefined) return { kind: 'paid', payment: before.id, cents: before.amount };
  if (isQuestion) return { kind: 'refused', code: 'not_charged' };
  try {
    const intent = await stripe.paymentIntents.create(
      {
        ...{ amount: cents, currency: CURRENCY, ...card, off_session: true, confirm: true, description },
        metadata: { postId, adId, renewal: key },
      },
      { idempotencyKey: key },
    );
    if (intent.status === 'succeeded') return { kind: 'paid', payment: intent.id, cents: intent.amount };
    throw new PaymentsFailed(`The charge is ${intent.status}.`);
  } catch (error) {
    if (isNo(error)) return { kind: 'refused', code: error.code ?? error.type };
    throw failed(error);
  }
}

/**
 * Whether the provider says no for good: to the card, or to the ask itself, as of a card or a customer that is gone. What may
 * go well in a moment (a key in use, a lock, too many asks) has other statuses.
 */
function isNo(error: unknown): error is Stripe.errors.StripeError {
  if (error instanceof Stripe.errors.StripeCardError) return true;
  return error instanceof Stripe.errors.StripeInvalidRequestError && NO_FOR_GOOD.some((no) => no === error.statusCode);
}

function laterOf({
  id,
  metadata,
  status,
  amount,
  currency,
  latest_charge: charge,
}: Stripe.PaymentIntent): LaterPayment | null {
  const { postId, adId, renewal } = metadata;
  if (postId === undefined || adId === undefined || renewal === undefined) return null;
  const isPaid = status === 'succeeded' && currency === CURRENCY;
  const refunded = charge !== null && typeof charge === 'object' ? charge.amount_refunded : 0;
  return { payment: id, ad: { postId, adId }, key: renewal, isPaid, cents: amount, refunded };
}

/** All payments of ads: the sessions that are paid, and the later charges of their cards. */
async function* gotBy(stripe: Stripe): AsyncIterable<GotPayment> {
  try {
    const expand = EXPANDED.expand.map((field) => `data.${field}`);
    for await (const each of stripe.checkout.sessions.list({ limit: LISTED, expand })) {
      const { session: id, ad, isPaid, cents, refunded } = foundOf(each);
      if (ad !== null && isPaid) yield { id, adId: ad.adId, cents, refunded };
    }
    for await (const each of stripe.paymentIntents.list({ limit: LISTED, expand: ['data.latest_charge'] })) {
      const later = laterOf(each);
      if (later?.isPaid === true) yield { ...later, id: later.payment, adId: later.ad.adId };
    }
  } catch (error) {
    throw failed(error);
  }
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
    payment: object.object === 'payment_intent' ? (object.id ?? null) : typeof payment === 'string' ? payment : null,
  };
}

/** Asks for one thing; `null`: the provider has none of this id. */
async function askedFor<Thing>(ask: () => Promise<Thing>): Promise<Thing | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && isMissing(error)) return null;
    throw failed(error);
  }
}

/** A list by the id of something that is gone is answered with 400. */
const isMissing = ({ statusCode, code }: Stripe.errors.StripeError) =>
  statusCode === NOT_FOUND || code === 'resource_missing';

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
