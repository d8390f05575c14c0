import { amountText, labelOf } from '#domain/post/offerWords.ts';
import type { Post } from '#projections/post/collections.ts';

/** The offer of a post on one line, "$45 or best offer · Like new · Pending"; empty: nothing. */
export function offerWords({ price, condition, sale }: Pick<Post, 'price' | 'condition' | 'sale'>): string {
  const amount = price === null ? '' : amountText(price.cents) + (price.orBestOffer ? ' or best offer' : '');
  const state = sale === 'available' ? '' : labelOf(sale);
  return [amount, condition === null ? '' : labelOf(condition), state].filter(Boolean).join(' · ');
}
