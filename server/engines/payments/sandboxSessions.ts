import { randomBytes } from 'node:crypto';

/** A session as the API answers it, as far as our adapter reads it. */
export interface SandboxSession {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly livemode: false;
  readonly mode: string;
  readonly status: 'open' | 'complete' | 'expired';
  readonly payment_status: 'unpaid' | 'paid';
  readonly amount_total: number;
  readonly currency: string;
  readonly description: string;
  readonly expires_at: number;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly url: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payment_intent: {
    readonly id: string;
    readonly object: 'payment_intent';
    readonly latest_charge: object;
  } | null;
}

/** A request for a session, without the form encoding. */
interface Asked {
  readonly mode: string;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly expires_at: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly line_items: readonly {
    readonly quantity: string;
    readonly price_data: {
      readonly currency: string;
      readonly unit_amount: string;
      readonly product_data: { readonly name: string; readonly description?: string };
    };
  }[];
}

/** Test cards, as Stripe has them. */
export const TEST_CARDS = { success: '4242424242424242', declined: '4000000000000002', confirm: '4000002500003155' };

/** The outcome of a card. */
export type Paid =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly session: SandboxSession; readonly problem: string }
  | { readonly kind: 'confirm'; readonly session: SandboxSession; readonly card: string }
  | { readonly kind: 'paid'; readonly session: SandboxSession; readonly isNew: boolean };

const ID_BYTES = 24;
const MS_PER_SECOND = 1_000;
const SPACES = /[\s-]/g;
/** Stripe fills its session's id in for this word. */
const SESSION_WORD = '{CHECKOUT_SESSION_ID}';

/** The sessions of the sandbox, in memory. */
export function createSandboxSessions(clock: () => Date) {
  const sessions = new Map<string, SandboxSession>();
  const byKey = new Map<string, { readonly asked: string; readonly id: string }>();

  /** The session as of now: one that nobody paid in time is expired. */
  function find(id: string): SandboxSession | null {
    const session = sessions.get(id);
    if (session === undefined) return null;
    const isLate = session.status === 'open' && session.expires_at * MS_PER_SECOND <= clock().getTime();
    return isLate ? put({ ...session, status: 'expired', url: null }) : session;
  }

  function put(session: SandboxSession): SandboxSession {
    sessions.set(session.id, session);
    return session;
  }

  function open(asked: Asked, key: string | null, origin: string): SandboxSession | 'other request' {
    const text = JSON.stringify(asked);
    const known = key === null ? undefined : byKey.get(key);
    if (known !== undefined) return known.asked === text ? (sessions.get(known.id) as SandboxSession) : 'other request';
    const id = `cs_test_${randomBytes(ID_BYTES).toString('hex')}`;
    const [item] = asked.line_items;
    if (item === undefined) throw new Error('A session has a line item.');
    const { currency, unit_amount: amount, product_data: product } = item.price_data;
    if (key !== null) byKey.set(key, { asked: text, id });
    return put({
      ...{
        id,
        object: 'checkout.session',
        livemode: false,
        mode: asked.mode,
        status: 'open',
        payment_status: 'unpaid',
      },
      ...{ amount_total: Number(amount) * Number(item.quantity), currency, expires_at: Number(asked.expires_at) },
      description: [product.name, product.description].filter((each) => each !== undefined).join(': '),
      success_url: asked.success_url.replace(SESSION_WORD, id),
      cancel_url: asked.cancel_url.replace(SESSION_WORD, id),
      ...{ url: `${origin}/pay/${id}`, metadata: asked.metadata ?? {}, payment_intent: null },
    });
  }

  function pay(id: string, typed: string, isConfirmed: boolean): Paid {
    const session = find(id);
    if (session === null) return { kind: 'unknown' };
    if (session.status === 'complete') return { kind: 'paid', session, isNew: false };
    if (session.status === 'expired') return { kind: 'refused', session, problem: 'This checkout has expired.' };
    const card = typed.replace(SPACES, '');
    if (card === TEST_CARDS.declined) return { kind: 'refused', session, problem: 'Your card was declined.' };
    if (card === TEST_CARDS.confirm && !isConfirmed) return { kind: 'confirm', session, card };
    if (card !== TEST_CARDS.success && card !== TEST_CARDS.confirm) {
      return { kind: 'refused', session, problem: 'Your card number is invalid.' };
    }
    const charge = { id: `ch_test_${id}`, object: 'charge', amount_refunded: 0 };
    const payment_intent = { id: `pi_test_${id}`, object: 'payment_intent' as const, latest_charge: charge };
    return {
      kind: 'paid',
      isNew: true,
      session: put({ ...session, status: 'complete', payment_status: 'paid', url: null, payment_intent }),
    };
  }

  return {
    find,
    open,
    pay,
    ofPayment: (payment: string) => [...sessions.values()].find((each) => each.payment_intent?.id === payment) ?? null,
    /** `null`: it is not open. */
    expire(id: string): SandboxSession | null {
      const session = find(id);
      return session?.status === 'open' ? put({ ...session, status: 'expired', url: null }) : null;
    },
  };
}
