/** Numbers of the connection to the hub, each with its unit. The hub's own are in `server/hub/limits.ts`. */

/** Milliseconds of silence after which a subscription, a page or a need is asked again (`silenceTimeout.ts`). */
export const ASK_TIMEOUT_MS = 10_000;
/** Milliseconds of silence after which the outcome of a command counts as unknown. */
export const COMMAND_TIMEOUT_MS = 15_000;
/** Milliseconds without an answer to a command or question after which the connection is doubted (`HubLink.doubt`). */
export const DOUBT_AFTER_MS = 3_000;
/**
 * Milliseconds of silence after which a doubted connection counts as dead, at first and at most: it grows with each look
 * that nothing answered, since a slow connection may carry one large packet meanwhile.
 */
export const LOOK_FIRST_MS = 2_000;
export const LOOK_MAX_MS = 16_000;
/** Milliseconds in the background after which a page that is seen again doubts its connection. */
export const HIDDEN_DOUBT_MS = 5_000;
/** Milliseconds between two looks at the clock, and the jump that says that the device has slept. */
export const CLOCK_LOOK_MS = 5_000;
export const CLOCK_JUMP_MS = 5_000;
/** Milliseconds before the first and before every later repeated ask. */
export const ASK_RETRY_FIRST_MS = 500;
export const ASK_RETRY_MAX_MS = 15_000;
/**
 * Milliseconds without a connection after an unreadable packet, at first and at most: the next connection sends the
 * same log again.
 */
export const UNREADABLE_RETRY_FIRST_MS = 2_000;
export const UNREADABLE_RETRY_MAX_MS = 5 * 60_000;
/** Milliseconds without an unreadable packet, after which the next one counts as the first. */
export const UNREADABLE_FORGOTTEN_MS = 15 * 60_000;
/** Failed tries after which the user is informed; retries go on. */
export const TRIES_BEFORE_FAILED = 3;
