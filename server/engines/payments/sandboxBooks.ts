import { randomBytes } from 'node:crypto';
import type { Kept, SandboxStore } from './sandboxStore.ts';

/** A payment as the API answers it, as far as our adapter reads it. */
export interface SandboxIntent {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly status: 'succeeded';
  readonly amount: number;
  readonly currency: string;
  readonly created: number;
  readonly customer: string | null;
  readonly payment_method: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly latest_charge: {
    readonly id: string;
    readonly object: 'charge';
    readonly amount_refunded: number;
    readonly disputed?: boolean;
  };
}

/** Money that was given back. */
export interface SandboxRefund {
  readonly id: string;
  readonly object: 'refund';
  readonly status: 'succeeded';
  readonly amount: number;
  readonly currency: string;
  readonly created: number;
  readonly payment_intent: string;
}

/** A payment that the owner of the card says is none of theirs. */
export interface SandboxDispute {
  readonly id: string;
  readonly object: 'dispute';
  readonly status: 'needs_response' | 'lost';
  readonly amount: number;
  readonly currency: string;
  readonly created: number;
  readonly payment_intent: string;
}

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
  readonly created: number;
  readonly description: string;
  readonly expires_at: number;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly url: string | null;
  readonly customer: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payment_intent: SandboxIntent | null;
  /** The card is kept for later charges. */
  readonly keepsCard: boolean;
}

/** The use of a key. */
export interface Used {
  readonly asked: string;
  /** Id of what it made; `null`: it was refused. */
  readonly id: string | null;
}

const ID_BYTES = 24;
const MS_PER_SECOND = 1_000;

/** An id that nothing else has. */
export const newIdOf = (prefix: string) => `${prefix}_test_${randomBytes(ID_BYTES).toString('hex')}`;

/** Everything that the sandbox knows. */
export function createBooks(clock: () => Date, store: SandboxStore) {
  const sessions = new Map<string, SandboxSession>();
  const intents = new Map<string, SandboxIntent>();
  const keys = new Map<string, Used>();
  const refunds = new Map<string, SandboxRefund>();
  const disputes = new Map<string, SandboxDispute>();
  const of: Record<Kept['kind'], Map<string, unknown>> = {
    ...{ session: sessions, intent: intents, key: keys, refund: refunds, dispute: disputes },
  };
  for (const { kind, id, value } of store.kept) of[kind].set(id, value);

  function keep<Value>(kind: Kept['kind'], id: string, value: Value): Value {
    of[kind].set(id, value);
    store.keep({ kind, id, value });
    return value;
  }
  const seconds = () => Math.floor(clock().getTime() / MS_PER_SECOND);

  return {
    ...{ sessions, intents, keys, refunds, disputes, keep, seconds },
    /** A payment that succeeds. */
    pay(rest: Pick<SandboxIntent, 'amount' | 'currency' | 'customer' | 'payment_method' | 'metadata'>) {
      const id = newIdOf('pi');
      const latest_charge = { id: `ch_test_${id}`, object: 'charge', amount_refunded: 0 } as const;
      const intent: SandboxIntent = {
        ...{ id, object: 'payment_intent', status: 'succeeded', created: seconds(), ...rest, latest_charge },
      };
      return keep('intent', id, intent);
    },
    /** Whether a session is open, and nobody has paid it in time. */
    isLate: ({ status, expires_at: end }: SandboxSession) => status === 'open' && end <= seconds(),
  };
}

export type Books = ReturnType<typeof createBooks>;
