import { minutesRun, spentAfter } from '#domain/ad/spending.ts';
import { hasSpending } from '#domain/ad/statusRules.ts';
import { formatCents } from '#domain/kernel/money.ts';
import type { Ad } from '#projections/ad/collections.ts';

/** The times of an ad that has begun; `null`: it has not. */
export function runningOf({ startTime, endTime, pausedAt }: Ad) {
  return startTime === null || endTime === null ? null : { startTime, endTime, pausedAt };
}

/** Cents that the ad has spent by now: those that are posted, and of a running one those since. */
export function spentOf(ad: Ad, now: string): number {
  const running = runningOf(ad);
  if (ad.status !== 'active' || running === null) return ad.totalSpent;
  return Math.max(ad.totalSpent, spentAfter(minutesRun(running, ad, now), ad));
}

/** The spending of an ad beside its budget, or "--" before it can spend (BOOST-16). */
export function spentText(ad: Ad, now: string): string {
  if (ad.status === 'removed' || !hasSpending(ad.status)) return '--';
  return `${formatCents(spentOf(ad, now))} of ${formatCents(ad.amountBudgeted)}`;
}
