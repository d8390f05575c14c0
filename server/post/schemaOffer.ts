import { ALL_CATEGORIES, findCategory } from '#domain/post/categories.ts';
import type { Condition, Sale } from '#domain/post/sale.ts';
import type { Post } from '#projections/post/collections.ts';
import type { SummaryOffer } from '../http/pageSummary.ts';

/** Pending is seldom final: a buyer may not turn up. */
const AVAILABILITY: Readonly<Record<Sale, SummaryOffer['availability']>> = {
  available: 'InStock',
  pending: 'LimitedAvailability',
  sold: 'SoldOut',
};
const CONDITION: Readonly<Record<Condition, NonNullable<SummaryOffer['condition']>>> = {
  new: 'NewCondition',
  'like new': 'UsedCondition',
  good: 'UsedCondition',
  fair: 'UsedCondition',
  'for parts': 'DamagedCondition',
};

/** The offer of a post by names of https://schema.org; `null`: it names no price, so it may offer nothing. */
export function schemaOffer({
  category,
  condition,
  price,
  sale,
}: Pick<Post, 'category' | 'condition' | 'price' | 'sale'>): SummaryOffer | null {
  if (price === null) return null;
  return {
    availability: AVAILABILITY[sale],
    condition: condition === null ? null : CONDITION[condition],
    category: category === ALL_CATEGORIES.value ? null : (findCategory(category)?.label ?? null),
  };
}
