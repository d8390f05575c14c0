import { ALL_CATEGORIES } from '#domain/post/categories.ts';
import type { Condition } from '#domain/post/sale.ts';

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

/** Whether nothing was chosen or typed. */
export function offersNothing({ category, cost, condition }: DraftTerms): boolean {
  return category === ALL_CATEGORIES.value && cost === 'none' && condition === null;
}
