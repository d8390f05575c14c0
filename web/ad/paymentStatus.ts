import type { Payment } from '#projections/ad/collections.ts';

/** The status of a payment, in words (Q73). */
export function paymentStatus({ cents, refunded }: Payment): string {
  if (refunded === 0) return 'Paid';
  return refunded < cents ? 'Partly given back' : 'Given back';
}
