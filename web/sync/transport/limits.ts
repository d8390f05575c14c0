/** Numbers of the connection to the hub, each with its unit. The hub's stand in `server/hub/limits.ts`. */

/** Milliseconds in which nothing comes, after which a subscription, a page or a need is asked again (`patience.ts`). */
export const ASK_TIMEOUT_MS = 10_000;
/** Milliseconds in which nothing comes, after which the outcome of a command counts as unknown. */
export const COMMAND_TIMEOUT_MS = 15_000;
/** Milliseconds before the first and before every later repeated ask. */
export const ASK_RETRY_FIRST_MS = 500;
export const ASK_RETRY_MAX_MS = 15_000;
/**
 * Milliseconds without a connection after a packet that can't be read, at first and at most: the same log is told again
 * on the next one.
 */
export const UNREADABLE_RETRY_FIRST_MS = 2_000;
export const UNREADABLE_RETRY_MAX_MS = 5 * 60_000;
/** Milliseconds in which everything could be read, after which the next such packet counts as the first. */
export const UNREADABLE_FORGOTTEN_MS = 15 * 60_000;
/** Tries in vain after which the user is told, while it goes on trying. */
export const TRIES_BEFORE_FAILED = 3;
