import * as z from 'zod/mini';
import type { Rejection } from '../kernel/rejection.ts';
import { PRICE_MAX_CENTS } from './limits.ts';
import type { Price } from './priceSchema.ts';
import { postRejection } from './rejection.ts';

/** A price as it is asked for: any number, so that a wrong one is refused with its reason (`checkPrice`). */
export const askedPriceSchema = z.strictObject({ cents: z.number(), orBestOffer: z.boolean() });

export type CheckedPrice =
  | { readonly ok: true; readonly price: Price }
  | { readonly ok: false; readonly rejection: Rejection };

/** The price as it is stored, or the reason why it is none. */
export function checkPrice({ cents, orBestOffer }: Price): CheckedPrice {
  const wrong = wrongCents(cents);
  if (wrong !== null) return { ok: false, rejection: wrong };
  return { ok: true, price: cents === 0 ? { cents: 0, orBestOffer: false } : { cents, orBestOffer } };
}

function wrongCents(cents: number): Rejection | null {
  if (cents < 0) return postRejection('PRICE_NEGATIVE');
  if (cents > PRICE_MAX_CENTS) return postRejection('PRICE_TOO_HIGH');
  return Number.isInteger(cents) ? null : postRejection('PRICE_TOO_FINE');
}

/** Sign, whole dollars with or without commas between thousands, and what stands after the point. */
const AMOUNT = /^(-?)\s*\$?\s*(-?)(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/;
/** Digits of a cent's place. */
const CENT_DIGITS = 2;

export type ReadPrice =
  | { readonly ok: true; readonly cents: number }
  | { readonly ok: false; readonly rejection: Rejection };

/** Cents of a typed amount: "45", "$1,200", "12.5". What is no amount has its reason. */
export function readPrice(typed: string): ReadPrice {
  const no = (rejection: Rejection): ReadPrice => ({ ok: false, rejection });
  const text = typed.trim();
  if (text === '' || text === '$') return no(postRejection('PRICE_MISSING'));
  const [, before = '', after = '', dollars = '', fraction = ''] = AMOUNT.exec(text) ?? [];
  if (dollars === '' && fraction === '') return no(postRejection('PRICE_UNREADABLE'));
  if (before !== '' || after !== '') return no(postRejection('PRICE_NEGATIVE'));
  if (fraction.length > CENT_DIGITS) return no(postRejection('PRICE_TOO_FINE'));
  const cents = Number(dollars.replaceAll(',', '') + fraction.padEnd(CENT_DIGITS, '0'));
  const wrong = wrongCents(cents);
  return wrong === null ? { ok: true, cents } : no(wrong);
}
