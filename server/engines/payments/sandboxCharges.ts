import { randomBytes } from 'node:crypto';
import type { Books, SandboxIntent } from './sandboxBooks.ts';
import { isChargeable } from './sandboxCards.ts';

/** A request for a charge without the owner of the card. */
interface ChargeAsked {
  readonly amount: string;
  readonly currency: string;
  readonly customer: string;
  readonly payment_method: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The outcome of a charge. */
export type Charged =
  | { readonly kind: 'paid'; readonly intent: SandboxIntent; readonly isNew: boolean }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'other request' };

const METHOD = 'pm_test_';
const ID_BYTES = 24;

/** The id of a kept card says which test card it is. */
export const keptCardOf = (card: string) => `${METHOD}${card}_${randomBytes(ID_BYTES).toString('hex')}`;

/** Charges a kept card without its owner. The same key and the same ask have the same outcome. */
export function chargeKept(books: Books, asked: ChargeAsked, key: string | null): Charged {
  const text = JSON.stringify(asked);
  const known = key === null ? undefined : books.keys.get(key);
  if (known !== undefined && known.asked !== text) return { kind: 'other request' };
  if (known !== undefined) {
    const intent = known.id === null ? undefined : books.intents.get(known.id);
    return intent === undefined ? { kind: 'refused', code: 'card_declined' } : { kind: 'paid', intent, isNew: false };
  }
  const note = (id: string | null) => key !== null && books.keep('key', key, { asked: text, id });
  if (!isChargeable(asked.payment_method.slice(METHOD.length).split('_')[0] ?? '')) {
    note(null);
    return { kind: 'refused', code: 'card_declined' };
  }
  const { amount, currency, customer, payment_method, metadata = {} } = asked;
  const intent = books.pay({ amount: Number(amount), currency, customer, payment_method, metadata });
  note(intent.id);
  return { kind: 'paid', intent, isNew: true };
}
