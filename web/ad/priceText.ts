import { type Budget, centsPerDay, saidDuration } from '#domain/ad/spending.ts';
import { formatCents } from '#domain/kernel/money.ts';

/** How the price of an ad comes about: "$5.00 a day for 4 days", or "$5.00 a day" of one that runs until it is paused. */
export function dayPriceText(budget: Budget, untilPaused: boolean): string {
  const daily = `${formatCents(centsPerDay(budget))} a day`;
  return untilPaused ? daily : `${daily} for ${saidDuration(budget.durationMinutes)}`;
}
