import * as z from 'zod/mini';
import type { Rejection } from '../kernel/rejection.ts';
import { ALL_CATEGORIES, findCategory } from './categories.ts';
import { askedPriceSchema, checkPrice } from './price.ts';
import type { Price } from './priceSchema.ts';
import { postRejection } from './rejection.ts';
import { type Condition, conditionSchema } from './sale.ts';

/** As what and for how much a post offers something; each part may be left open. */
export interface Terms {
  /** Lower-case category, `all` if none was chosen (POST-08, Q26). */
  readonly category: string;
  readonly price: Price | null;
  readonly condition: Condition | null;
}

/** Terms of what offers nothing: every comment, and a post that says nothing about it. */
export const NO_TERMS: Terms = { category: ALL_CATEGORIES.value, price: null, condition: null };

/** Price and condition in a command. What is left out stays as it is: an outbox may hold commands that lack them. */
export const askedTerms = {
  price: z.optional(z.nullable(askedPriceSchema)),
  condition: z.optional(z.nullable(conditionSchema)),
};

/** Terms as a command asks for them. */
export type AskedTerms = { readonly [Part in keyof Terms]?: Terms[Part] | undefined };

export type CheckedTerms =
  | { readonly ok: true; readonly terms: Terms }
  | { readonly ok: false; readonly rejection: Rejection };

/**
 * The terms as they are stored, or the reason why they are none.
 *
 * @param before those that hold where none is asked for
 */
export function checkTerms(asked: AskedTerms, before: Terms): CheckedTerms {
  const value = asked.category?.trim().toLowerCase() ?? before.category;
  const category = findCategory(value || ALL_CATEGORIES.value);
  if (category === undefined) return { ok: false, rejection: postRejection('CATEGORY_UNKNOWN') };
  const { price = before.price, condition = before.condition } = asked;
  const checked = price === null ? null : checkPrice(price);
  if (checked?.ok === false) return checked;
  return { ok: true, terms: { category: category.value, price: checked?.price ?? null, condition } };
}

/** Whether two posts offer the same. */
export function isSameTerms(a: Terms, b: Terms): boolean {
  return (
    a.category === b.category &&
    a.condition === b.condition &&
    a.price?.cents === b.price?.cents &&
    a.price?.orBestOffer === b.price?.orBestOffer
  );
}
