import { ALL_CATEGORIES } from '#domain/post/categories.ts';
import { readPrice } from '#domain/post/price.ts';
import type { Condition } from '#domain/post/sale.ts';
import type { CheckedTerms, Terms } from '#domain/post/terms.ts';
import { amountText } from './words.ts';

/** How a seller names a price: not at all, as a gift, or as an amount. */
export type Cost = 'none' | 'free' | 'amount';

/** Terms of a draft, as they are typed: an amount that is none yet is kept as it stands. */
export interface DraftTerms {
  readonly category: string;
  readonly cost: Cost;
  readonly amount: string;
  readonly orBestOffer: boolean;
  readonly condition: Condition | null;
}

export const NOTHING_OFFERED: DraftTerms = {
  category: ALL_CATEGORIES.value,
  cost: 'none',
  amount: '',
  orBestOffer: false,
  condition: null,
};

/** The terms of a post, to be changed. */
export function draftTermsOf({ category, price, condition }: Terms): DraftTerms {
  if (price === null) return { ...NOTHING_OFFERED, category, condition };
  const { cents, orBestOffer } = price;
  if (cents === 0) return { ...NOTHING_OFFERED, category, condition, cost: 'free' };
  return { category, condition, cost: 'amount', amount: amountText(cents).replace('$', ''), orBestOffer };
}

/** The terms as they are sent, or the reason why the typed price is none. */
export function readTerms({ category, cost, amount, orBestOffer, condition }: DraftTerms): CheckedTerms {
  if (cost === 'none') return { ok: true, terms: { category, price: null, condition } };
  if (cost === 'free') return { ok: true, terms: { category, price: { cents: 0, orBestOffer: false }, condition } };
  const read = readPrice(amount);
  if (!read.ok) return read;
  return { ok: true, terms: { category, price: { cents: read.cents, orBestOffer }, condition } };
}

/** Whether nothing was chosen or typed. */
export function offersNothing({ category, cost, condition }: DraftTerms): boolean {
  return category === ALL_CATEGORIES.value && cost === 'none' && condition === null;
}
