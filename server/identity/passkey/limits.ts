import type { Rate } from '../../fairness/rate.ts';

/** Limits of passkeys on the server, each with its unit. */

/** Seconds for which a challenge can be answered. */
export const PASSKEY_CHALLENGE_SECONDS = 300;
/** Characters of one value of an answer, in base64url; no device sends longer ones. */
export const PASSKEY_VALUE_MAX_CHARACTERS = 16_384;
/** Beginnings and ends of sign-ins with a passkey of one network address: two each. */
export const PASSKEY_REQUESTS_PER_ADDRESS: Rate = { perMinute: 240, burst: 240 };
/** Beginnings and ends of additions, and removals, of one user. */
export const PASSKEY_CHANGES_PER_USER: Rate = { perMinute: 20, burst: 20 };
