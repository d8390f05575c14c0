import type { Rate } from '../dispatch/rateLimiter.ts';

/** Limits of the identity edge, each with its unit. Those of the rules stand in `domain/kernel/limits.ts`. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Window in which failed logins count. */
export const LOGIN_WINDOW_MS = 15 * MINUTE_MS;
/** Failed logins of one account in the window; the next try is refused (AUTH-08). */
export const LOGIN_ACCOUNT_MAX_FAILURES = 10;
/** Login tries of one network address in the window: a dormitory may share one. */
export const LOGIN_ADDRESS_MAX_TRIES = 200;
/** Window in which wrong codes count. */
export const CODE_TRIES_WINDOW_MS = DAY_MS;
/** Wrong codes of one account in the window. */
export const CODE_ACCOUNT_MAX_WRONG = 10;
/** Wrong codes against one e-mail address in the window, whichever accounts tried. */
export const CODE_EMAIL_MAX_WRONG = 10;
/** Wrong codes of one network address in the window. */
export const CODE_ADDRESS_MAX_WRONG = 200;
/** Newest codes of a purpose that an answer is compared with. */
export const CODES_COMPARED = 5;
/** Life of an access token. */
export const ACCESS_TOKEN_MS = 10 * MINUTE_MS;
/** Life of a session without a visit. */
export const SESSION_MS = 30 * DAY_MS;
/** Verified access tokens that are known again at least; the ones unused for longest go first. */
export const KNOWN_TOKENS = 5_000;
/** Sessions that are kept in memory at least; the ones unused for longest go first. */
export const KNOWN_SESSIONS = 5_000;
/** A session is extended at most so often. */
export const SESSION_EXTEND_EVERY_MS = DAY_MS;
/** Cost of bcrypt: 2^12 rounds. */
export const BCRYPT_COST = 12;
/** Passwords that are hashed at a time; Node's thread pool has four threads, files need some of them. */
export const BCRYPT_PARALLEL = 2;
/** Passwords that may wait to be hashed; beyond it the server says that it is busy. */
export const BCRYPT_MAX_WAITING = 100;
/** Registrations of one network address. */
export const REGISTRATIONS_PER_ADDRESS: Rate = { perMinute: 20, burst: 40 };
/** Logins of one network address. */
export const LOGINS_PER_ADDRESS: Rate = { perMinute: 60, burst: 60 };
/** Code checks of one user. */
export const CODE_CHECKS_PER_USER: Rate = { perMinute: 20, burst: 10 };
