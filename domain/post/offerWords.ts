import type { Condition, Sale } from './sale.ts';

/** A condition, or the state of a sale, as it is shown: "Like new". */
export function labelOf(value: Condition | Sale): string {
  return value.charAt(0).toUpperCase() + value.slice(1);
}

const CENTS_IN_DOLLAR = 100;

/** "$45", "$12.50" or "Free". */
export function amountText(cents: number): string {
  if (cents === 0) return 'Free';
  const minimumFractionDigits = cents % CENTS_IN_DOLLAR === 0 ? 0 : 2;
  return (cents / CENTS_IN_DOLLAR).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits,
  });
}
