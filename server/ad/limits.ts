import type { Rate } from '../fairness/rate.ts';

/** Checkouts that one person may open. */
export const CHECKOUTS_PER_USER: Rate = { perMinute: 6, burst: 12 };
/** Messages from one network address whose signature was not good. */
export const FORGED_NOTICES_PER_ADDRESS: Rate = { perMinute: 10, burst: 30 };
/** Minutes for which a page of the provider takes a payment, at least; twice as many at most. The provider wants 30 or more. */
export const CHECKOUT_MINUTES = 60;
/** Milliseconds after which the provider is asked again what became of an ad that waits for its payment. */
export const ASK_AGAIN_MS = 60_000;
/** Milliseconds for which the provider is asked about a page after it has closed: a payment may have been its last moment. */
export const ASK_AFTER_CLOSING_MS = 3_600_000;
/** Pages that are remembered as closed unpaid, so that nobody asks about them again. */
export const CLOSED_PAGES = 10_000;
/** Documents that a sweep reads at once. */
export const SWEEP_STEP = 100;
/** Milliseconds between two looks for ads whose time is over, and for payments of which no message came. */
export const LOOK_EVERY_MS = 15_000;
/** Questions from one network address for the ads of a feed: one of a page, and of each 24 further posts. A dormitory may share one. */
export const DEALS_PER_ADDRESS: Rate = { perMinute: 1_200, burst: 600 };
/** Of one user when those of the address are used up. */
export const DEALS_OWN_SHARE: Rate = { perMinute: 60, burst: 60 };
/** Milliseconds for which all who ask share what was read of the running ads of a campus. */
export const RING_KEPT_MS = 5_000;
/** Running ads that are read in one question. */
export const RING_STEP = 200;
/** Milliseconds for which one who asks again begins where they began: a page that is loaded again and again takes one turn. */
export const TURN_KEPT_MS = 10_000;
/** People whose last turn is remembered. */
export const TURNS_KEPT = 10_000;
/** Milliseconds after which a view of what was dealt is counted, if there is one. */
export const DEAL_PENDING_MS = 15_000;
/** Milliseconds between two looks at what the provider has got and given back lately. */
export const LOOK_BACK_EVERY_MS = 86_400_000;
/** Milliseconds that such a look reaches back: longer than a log is old that was put back from a backup. */
export const LOOK_BACK_MS = 30 * 86_400_000;
/** Milliseconds until the first such look, and until the next one after it failed. */
export const LOOK_BACK_AGAIN_MS = 60_000;
/** Milliseconds until the next such look after one in which a payment could not be settled. */
export const LOOK_BACK_AFTER_FAULT_MS = 3_600_000;
/** Milliseconds until a difference is looked at again: a payment of which no message came is found within a minute and a quarter. */
export const SECOND_LOOK_MS = 90_000;
