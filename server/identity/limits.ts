import type { ThrottleLimits } from '../fairness/fairThrottle.ts';
import type { Rate } from '../fairness/rate.ts';

/** Limits of the identity edge, each with its unit. Those of the rules stand in `domain/kernel/limits.ts`. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Window in which failed logins count. */
export const LOGIN_WINDOW_MS = 15 * MINUTE_MS;
/** Failed logins of one account in the window; the next try is refused (AUTH-08). */
export const LOGIN_ACCOUNT_MAX_FAILURES = 10;
/** Failed logins of one network address in the window: a dormitory may share one. */
export const LOGIN_ADDRESS_MAX_FAILURES = 200;
/** Window in which wrong codes count. */
export const CODE_TRIES_WINDOW_MS = DAY_MS;
/** Wrong codes of one account for one purpose and e-mail address in the window. */
export const CODE_USE_MAX_WRONG = 10;
/** The same while a budget is used up: a wrong answer voids the code, so each of them costs a mail. */
export const CODE_USE_MAX_WRONG_WHEN_STRICT = 5;
/** Wrong answers that void a code while a budget is used up; else `CODE_MAX_WRONG_ANSWERS`. */
export const CODE_WRONG_ANSWERS_WHEN_STRICT = 1;
/** Budget of wrong codes of one campus in the window. Of 9,000 codes, 300 guesses at two each find one in 15 days. */
export const CODE_CAMPUS_WRONG_BUDGET = 300;
/** Budget of wrong codes of one network address in the window: a dormitory may share one. */
export const CODE_ADDRESS_WRONG_BUDGET = 100;
/** Newest codes of a purpose and e-mail address that an answer is compared with: late mails count (Q16). */
export const CODES_COMPARED = 2;
/**
 * Milliseconds that a code stays in the vault, used or not, so that its command may be repeated. The sweep runs once an
 * hour, so the code is gone within 24 h (VERF-06, decisions D32).
 */
export const CODE_KEPT_MS = DAY_MS / 2;
/** Code mails of one purpose to one mailbox in an hour, for all accounts; one account gets `CODES_PER_HOUR`. */
export const MAILBOX_MAILS_PER_HOUR = 6;
/** The same in a day; one account gets half of what is left. */
export const MAILBOX_MAILS_PER_DAY = 15;
/** Code mails of one campus in an hour, shared by accounts. */
export const CODE_MAIL_LIMITS: ThrottleLimits = { name: 'mail', max: 2_000, windowMs: HOUR_MS, shareOfFree: 1 / 4 };
/** New accounts of one campus in an hour, shared by network addresses: fewer than its mails, which others need too. */
export const SIGN_UP_LIMITS: ThrottleLimits = { name: 'sign-up', max: 1_000, windowMs: HOUR_MS, shareOfFree: 1 / 4 };
/** Seconds after which a sign-up refused by `SIGN_UP_LIMITS` should be retried. */
export const SIGN_UP_LIMIT_SECONDS = 300;
/** Life of a code that hands a session over to another host: a few page loads. */
export const HAND_OVER_VALID_MS = MINUTE_MS;
/** Random bytes of such a code. */
export const HAND_OVER_CODE_BYTES = 32;
/** Life of an access token. */
export const ACCESS_TOKEN_MS = 10 * MINUTE_MS;
/** Milliseconds after a sign-in in which no password is asked for before what can't be made good again. */
export const FRESH_SIGN_IN_MS = 10 * MINUTE_MS;
/** Life of a session without a visit. */
export const SESSION_MS = 30 * DAY_MS;
/** Life of a session, however often it is visited. */
export const SESSION_MAX_MS = 90 * DAY_MS;
/** Sessions of one user that stand at a time, all devices and campus hosts together; beyond, the one unused for longest ends. */
export const SESSIONS_PER_USER = 200;
/**
 * Characters of the header of a browser that are read: real ones have some 150. The library's patterns take 80 ms for one of
 * 16 KB that was made for it.
 */
export const USER_AGENT_READ_CHARACTERS = 500;
/** Characters of a browser's name, and of a system's, in the list of sessions: the header that says them may be long. */
export const DEVICE_PART_MAX_CHARACTERS = 40;
/** Time for which a refresh token stays valid after its exchange: for other tabs, and for lost answers. */
export const REFRESH_GRACE_MS = MINUTE_MS;
/** Verified access tokens that are kept at least; those unused for longest go first. */
export const KNOWN_TOKENS = 5_000;
/** Owners of sessions that are kept at least; those unused for longest go first. */
export const KNOWN_OWNERS = 5_000;
/** Cost of bcrypt: 2^12 rounds. */
export const BCRYPT_COST = 12;
/** Passwords that are hashed at a time; Node's thread pool has four threads, files need some of them. */
export const BCRYPT_PARALLEL = 2;
/** Milliseconds that bcrypt takes at this cost on a machine of today, for saying when to try again. */
export const BCRYPT_TYPICAL_MS = 250;
/** Passwords of one network address that may wait to be hashed, logins and registrations apart. */
export const BCRYPT_WAITING_PER_ADDRESS = 40;
/** Passwords of all addresses that may wait to be hashed, logins and registrations apart. */
export const BCRYPT_WAITING_PER_LANE = 200;
/** Registrations of one network address. */
export const REGISTRATIONS_PER_ADDRESS: Rate = { perMinute: 20, burst: 40 };
/** Addresses that one user may try for an account that has confirmed none: the answer tells which are taken. */
export const UNCONFIRMED_EMAIL_TRIES_PER_USER: Rate = { perMinute: 5, burst: 10 };
/** Logins of one network address. */
export const LOGINS_PER_ADDRESS: Rate = { perMinute: 60, burst: 60 };
/** Changes of the password of one user. */
export const PASSWORD_CHANGES_PER_USER: Rate = { perMinute: 10, burst: 10 };
/** Code checks of one user. */
export const CODE_CHECKS_PER_USER: Rate = { perMinute: 20, burst: 10 };
/** Links that one network address may ask for. */
export const LINK_REQUESTS_PER_ADDRESS: Rate = { perMinute: 10, burst: 20 };
/** Links of one network address that are used, or tried. */
export const LINK_USES_PER_ADDRESS: Rate = { perMinute: 60, burst: 60 };
/** Milliseconds that the hash of a new password waits for its event; after it, it belongs to no command any more. */
export const PENDING_PASSWORD_MS = HOUR_MS;
/** Hashes of new passwords of one account that wait for their events at a time. */
export const PENDING_PASSWORDS_MAX = 8;
