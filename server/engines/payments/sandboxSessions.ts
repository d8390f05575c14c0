import { type Books, newIdOf, type SandboxSession } from './sandboxBooks.ts';
import { askCard } from './sandboxCards.ts';
import { keptCardOf } from './sandboxCharges.ts';

/** A request for a session, without the form encoding. */
interface Asked {
  readonly mode: string;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly expires_at: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly payment_intent_data?: { readonly setup_future_usage?: string };
  readonly line_items: readonly {
    readonly quantity: string;
    readonly price_data: {
      readonly currency: string;
      readonly unit_amount: string;
      readonly product_data: { readonly name: string; readonly description?: string };
    };
  }[];
}

/** The outcome of a card on the page. */
export type Paid =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly session: SandboxSession; readonly problem: string }
  | { readonly kind: 'confirm'; readonly session: SandboxSession; readonly card: string }
  | { readonly kind: 'paid'; readonly session: SandboxSession; readonly isNew: boolean };

/** Stripe fills its session's id in for this word. */
const SESSION_WORD = '{CHECKOUT_SESSION_ID}';

/** The sessions of the sandbox. */
export function createSandboxSessions(books: Books) {
  const put = (session: SandboxSession) => books.keep('session', session.id, session);

  /** The session as of now: one that nobody paid in time is expired. */
  function find(id: string): SandboxSession | null {
    const session = books.sessions.get(id);
    if (session === undefined) return null;
    return books.isLate(session) ? put({ ...session, status: 'expired', url: null }) : session;
  }

  function open(asked: Asked, key: string | null, origin: string): SandboxSession | 'other request' {
    const text = JSON.stringify(asked);
    const known = key === null ? undefined : books.keys.get(key);
    if (known !== undefined)
      return known.asked === text ? (books.sessions.get(known.id ?? '') as SandboxSession) : 'other request';
    const id = newIdOf('cs');
    const [item] = asked.line_items;
    if (item === undefined) throw new Error('A session has a line item.');
    const { currency, unit_amount: amount, product_data: product } = item.price_data;
    if (key !== null) books.keep('key', key, { asked: text, id });
    return put({
      ...{ id, object: 'checkout.session', livemode: false, mode: asked.mode, status: 'open' },
      ...{ payment_status: 'unpaid', created: books.seconds(), customer: null, payment_intent: null },
      ...{ amount_total: Number(amount) * Number(item.quantity), currency, expires_at: Number(asked.expires_at) },
      description: [product.name, product.description].filter((each) => each !== undefined).join(': '),
      success_url: asked.success_url.replace(SESSION_WORD, id),
      cancel_url: asked.cancel_url.replace(SESSION_WORD, id),
      ...{ url: `${origin}/pay/${id}`, metadata: asked.metadata ?? {} },
      keepsCard: asked.payment_intent_data?.setup_future_usage === 'off_session',
    });
  }

  function pay(id: string, typed: string, isConfirmed: boolean): Paid {
    const session = find(id);
    if (session === null) return { kind: 'unknown' };
    if (session.status === 'complete') return { kind: 'paid', session, isNew: false };
    if (session.status === 'expired') return { kind: 'refused', session, problem: 'This checkout has expired.' };
    const answer = askCard(typed, isConfirmed);
    if (answer.kind === 'bad') return { kind: 'refused', session, problem: answer.problem };
    if (answer.kind === 'confirm') return { kind: 'confirm', session, card: answer.card };
    const { amount_total: amount, currency, metadata, keepsCard } = session;
    const customer = keepsCard ? newIdOf('cus') : null;
    const payment_method = keepsCard ? keptCardOf(answer.card) : null;
    const payment_intent = books.pay({ amount, currency, metadata, customer, payment_method });
    const complete: SandboxSession = {
      ...{ ...session, status: 'complete', payment_status: 'paid', url: null, customer, payment_intent },
    };
    return { kind: 'paid', isNew: true, session: put(complete) };
  }

  return {
    ...{ find, open, pay },
    ofPayment: (payment: string) =>
      [...books.sessions.values()].find((each) => each.payment_intent?.id === payment) ?? null,
    ofCustomer: (customer: string) => [...books.sessions.values()].find((each) => each.customer === customer) ?? null,
    all: () => [...books.sessions.values()].reverse(),
    /** `null`: it is not open. */
    expire(id: string): SandboxSession | null {
      const session = find(id);
      return session?.status === 'open' ? put({ ...session, status: 'expired', url: null }) : null;
    },
  };
}

export type SandboxSessions = ReturnType<typeof createSandboxSessions>;
