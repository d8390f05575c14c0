import Stripe from 'stripe';
import { CURRENCY } from '#domain/kernel/money.ts';
import {
  type ChargeAsk,
  type Charged,
  type CheckoutAsk,
  type FoundPayment,
  type GotPayment,
  type LaterPayment,
  NoticeForged,
  type OpenedCheckout,
  type PaymentNotice,
  type PaymentSession,
  type Payments,
  PaymentsFailed,
} from '../../ports/payments.ts';
import { DISPUTE_SECONDS, PAGE_SECONDS, PROVIDER_MS, PROVIDER_RETRIES, SIGNATURE_SECONDS } from './limits.ts';

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
  /** Milliseconds for one request. */
  readonly requestMs?: number;
}

/** Payments by Stripe: hosted Checkout. */
export function createStripePayments({
  apiKey,
  webhookSecret,
  at,
  clock,
  requestMs = PROVIDER_MS,
}: StripeOptions): Payments {
  const stripe = new Stripe(apiKey, {
    ...(at === null ? {} : { ...at, protocol: 'http' }),
    timeout: requestMs,
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
      return found === null ? null : foundOf(stripe, found);
    },
    findByPayment: (payment) => findByPayment(stripe, payment),
    charge: (ask) => chargeCard(stripe, ask),
    findLater: (payment) => findLater(stripe, payment),
    changedSince: (since) => changedSince(stripe, since),
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
const LIST_EXPANDED = EXPANDED.expand.map((field) => `data.${field}`);

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

async function findByPayment(stripe: Stripe, payment: string): Promise<PaymentSession | null> {
  const asks = { payment_intent: payment, limit: 1, expand: LIST_EXPANDED };
  const { data } = await asked(() => stripe.checkout.sessions.list(asks));
  return data[0] === undefined ? null : foundOf(stripe, data[0]);
}

async function findLater(stripe: Stripe, payment: string): Promise<LaterPayment | null> {
  const found = await askedFor(() => stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] }));
  return found === null ? null : laterOf(stripe, found);
}

async function laterOf(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<LaterPayment | null> {
  const { id, metadata, status, amount: cents, currency } = intent;
  const { postId, adId, renewal: key } = metadata;
  if (postId === undefined || adId === undefined || key === undefined) return null;
  const isPaid = status === 'succeeded' && currency === CURRENCY;
  const refunded = isPaid ? await givenBackOf(stripe, intent) : 0;
  return { payment: id, ad: { postId, adId }, key, isPaid, cents, refunded };
}

/** Cents of a payment that were given back: by refunds, and by disputes that were lost. */
async function givenBackOf(
  stripe: Stripe,
  { id, amount, latest_charge: charge }: Stripe.PaymentIntent,
): Promise<number> {
  if (charge === null || typeof charge !== 'object') return 0;
  if (!charge.disputed) return charge.amount_refunded;
  const { data } = await asked(() => stripe.disputes.list({ payment_intent: id, limit: LISTED }));
  const lost = data.filter(({ status }) => status === 'lost').reduce((sum, dispute) => sum + dispute.amount, 0);
  return Math.min(amount, charge.amount_refunded + lost);
}

/** All payments of ads: the sessions that are paid, and the later charges of their cards. */
async function* gotBy(stripe: Stripe): AsyncIterable<GotPayment> {
  for await (const { kind, found } of madeSince(stripe, null)) {
    const { cents, refunded, ad } = found;
    const id = kind === 'page' ? found.session : found.payment;
    if (ad !== null) yield { id, adId: ad.adId, cents, refunded };
  }
}

/** Payments that were made since an instant; `null`: all. A page that was opened a day before may have been paid since. */
async function* madeSince(stripe: Stripe, seconds: number | null): AsyncIterable<FoundPayment> {
  const since = (from: number) => (seconds === null ? {} : { created: { gte: from } });
  try {
    const pages = { ...since((seconds ?? 0) - PAGE_SECONDS), limit: LISTED, expand: LIST_EXPANDED };
    for await (const each of stripe.checkout.sessions.list(pages)) {
      const found = await foundOf(stripe, each);
      if (found.ad !== null && found.isPaid) yield { kind: 'page', found };
    }
    const charges = { ...since(seconds ?? 0), limit: LISTED, expand: ['data.latest_charge'] };
    for await (const each of stripe.paymentIntents.list(charges)) {
      const found = await laterOf(stripe, each);
      if (found?.isPaid === true) yield { kind: 'charge', found };
    }
  } catch (error) {
    throw failed(error);
  }
}

/** Ids of payments of which something was given back since an instant, however old they are. */
async function* givenBackSince(stripe: Stripe, seconds: number): AsyncIterable<string> {
  const idOf = (payment: string | Stripe.PaymentIntent | null) =>
    typeof payment === 'object' ? (payment?.id ?? null) : payment;
  try {
    for await (const { payment_intent: of } of stripe.refunds.list({ created: { gte: seconds }, limit: LISTED })) {
      const id = idOf(of);
      if (id !== null) yield id;
    }
    // A dispute is decided long after it began.
    const created = { gte: seconds - DISPUTE_SECONDS };
    for await (const { payment_intent: of, status } of stripe.disputes.list({ created, limit: LISTED })) {
      const id = idOf(of);
      if (id !== null && status === 'lost') yield id;
    }
  } catch (error) {
    throw failed(error);
  }
}

/** Payments that were made since an instant, and older ones of which something was given back since then. */
async function* changedSince(stripe: Stripe, since: string): AsyncIterable<FoundPayment> {
  const seconds = Math.floor(Date.parse(since) / MS_PER_SECOND);
  yield* madeSince(stripe, seconds);
  for await (const payment of givenBackSince(stripe, seconds)) {
    const page = await findByPayment(stripe, payment);
    if (page !== null) {
      if (page.ad !== null && page.isPaid) yield { kind: 'page', found: page };
      continue;
    }
    const later = await findLater(stripe, payment);
    if (later?.isPaid === true) yield { kind: 'charge', found: later };
  }
}

function openedOf({ id, url, expires_at: expires }: Stripe.Checkout.Session): OpenedCheckout {
  if (url === null) throw new PaymentsFailed('The session is closed: it has no page.');
  return { session: id, url, expiresAt: new Date(expires * MS_PER_SECOND).toISOString() };
}

async function foundOf(stripe: Stripe, session: Stripe.Checkout.Session): Promise<PaymentSession> {
  const { id, metadata, status, payment_status: paid, amount_total: cents, currency, payment_intent: intent } = session;
  const { postId, adId } = metadata ?? {};
  const payment = typeof intent === 'object' ? intent : null;
  return {
    session: id,
    ad: postId === undefined || adId === undefined ? null : { postId, adId },
    isPaid: paid === 'paid' && currency === CURRENCY,
    isOpen: status === 'open',
    url: session.url,
    cents: cents ?? 0,
    payment: typeof intent === 'string' ? intent : (payment?.id ?? null),
    refunded: payment === null ? 0 : await givenBackOf(stripe, payment),
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
