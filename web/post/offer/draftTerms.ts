import { amountText } from '#domain/post/offerWords.ts';
import { readPrice } from '#domain/post/price.ts';
import type { CheckedTerms, Terms } from '#domain/post/terms.ts';
import { type DraftTerms, NOTHING_OFFERED } from '../../writing/face.ts';

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
