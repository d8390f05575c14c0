import type { Rate } from '../../fairness/rate.ts';

/** Limits of signing in with Google, each with its unit. */

/** Seconds that Google may take for one answer. */
export const GOOGLE_REQUEST_SECONDS = 10;
/** Seconds from the beginning of a sign-in with Google to the way back. */
export const GOOGLE_ATTEMPT_SECONDS = 600;
/** Beginnings and ends of sign-ins with Google of one network address: two each. */
export const GOOGLE_REQUESTS_PER_ADDRESS: Rate = { perMinute: 120, burst: 120 };
