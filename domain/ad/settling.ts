import { type Legs, transfer } from '../kernel/money.ts';
import type { AdAccount, AdEvent } from './events.ts';
import { after, laterOf, minutesRun, msBetween, type Running, spentAfter } from './spending.ts';
import type { Ad } from './state.ts';

/** The minutes of an ad so far, and the posting that they ask for. */
export interface Settled {
  /** All whole minutes that it has run. */
  readonly minutes: number;
  readonly legs: Legs<AdAccount>;
}

/** The posting of what an ad has spent by running until now, and that is not posted yet. It is never more than its funds. */
export function settle(ad: Ad, now: string): Settled & { legs: { account: AdAccount; cents: number }[] } {
  const minutes = ad.running === null ? 0 : minutesRun(ad.running, ad.budget, now);
  const due = Math.max(0, spentAfter(minutes, ad.budget) - ad.spent);
  return { minutes, legs: [...transfer('funds', 'spent', Math.min(due, ad.funds))] };
}

/** Whether an active ad has run for all of its time. One that runs until it is paused waits for the payment of another day. */
export function isOver({ status, running, openEnded }: Ad, now: string): boolean {
  return !openEnded && status === 'active' && running !== null && running.endTime <= now;
}

/** The end of an ad that has run for all of its time: at its own end, however late that is noticed (BOOST-23). */
export function completion(ad: Ad, endedAt: string): AdEvent {
  return { type: 'AdCompleted', data: { ...ad.place, endedAt, ...settle(ad, endedAt) } };
}

/** Stops an ad; one whose time is over is completed instead. */
export function stopped(ad: Ad, cause: 'owner' | 'post deleted' | 'refunded', now: string): AdEvent {
  if (ad.running !== null && isOver(ad, now)) return completion(ad, ad.running.endTime);
  return { type: 'AdStopped', data: { ...ad.place, cause, stoppedAt: now, ...settle(ad, now) } };
}

/** How an ad goes on that did not run: its end moves, so that it has the time left that it had (BOOST-18). */
export function goesOn({ endTime, pausedAt }: Running, now: string): { pausedMs: number; endTime: string } {
  const from = pausedAt ?? now;
  const pausedMs = msBetween(from, now);
  return { pausedMs, endTime: after(laterOf(endTime, from), pausedMs) };
}
