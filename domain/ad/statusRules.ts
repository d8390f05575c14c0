import type { AdStatus } from './status.ts';

/** Labels of the statuses (BOOST-15). */
export const AD_STATUS_LABELS: Readonly<Record<AdStatus, string>> = {
  checkout: 'Not Paid',
  'in review': 'In Review',
  scheduled: 'Scheduled',
  active: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  completed: 'Completed',
  rejected: 'Rejected',
};

/** Statuses in which a post is boosted already (BOOST-13). */
const BOOSTED: readonly AdStatus[] = ['active', 'paused', 'scheduled', 'in review'];

/** Whether an ad in this status keeps its post from being boosted again (BOOST-13). */
export function isBoosted(status: AdStatus): boolean {
  return BOOSTED.includes(status);
}

/** Whether an amount was spent that can be shown: before it has run, "--" stands there (BOOST-16). */
export function hasSpending(status: AdStatus): boolean {
  return status !== 'checkout' && status !== 'scheduled' && status !== 'in review';
}

/** The owner's button on a post, by the status of its newest ad; `null`: there is none (BOOST-14, Q61, decisions D36). */
export function boostButton(status: AdStatus | null): 'Boost for $5' | 'Boost Again' | 'View Analytics' {
  if (status === null || status === 'checkout') return 'Boost for $5';
  if (status === 'stopped' || status === 'completed' || status === 'rejected') return 'Boost Again';
  return 'View Analytics';
}
