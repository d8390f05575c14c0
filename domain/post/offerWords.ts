import type { Condition, Sale } from './sale.ts';

/** A condition, or the state of a sale, as it is shown: "Like new". */
export function labelOf(value: Condition | Sale): string {
  return value.charAt(0).toUpperCase() + value.slice(1);
}

const CENTS_IN_DOLLAR = 100;
/** Made once: that takes longer than a hundred amounts. */
const [whole, exact] = [0, 2].map((digits) => {
  const style = { style: 'currency', currency: 'USD', minimumFractionDigits: digits } as const;
  return new Intl.NumberFormat('en-US', style);
}) as [Intl.NumberFormat, Intl.NumberFormat];

/** "$45", "$12.50" or "Free". */
export function amountText(cents: number): string {
  if (cents === 0) return 'Free';
  return (cents % CENTS_IN_DOLLAR === 0 ? whole : exact).format(cents / CENTS_IN_DOLLAR);
}
