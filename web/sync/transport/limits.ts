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

// ---- the hub without a WebSocket (`asking.ts`, `twoWays.ts`) ----

/** Milliseconds without an open WebSocket after which the page asks over HTTP: so it is live within ten seconds. */
export const SOCKET_PATIENCE_MS = 6_000;
/** Milliseconds until a WebSocket is tried again by a page that asks over HTTP, at first and at most. */
export const SOCKET_RETRY_FIRST_MS = 10_000;
export const SOCKET_RETRY_MAX_MS = 60_000;
/** Milliseconds that one such try may take. */
export const SOCKET_TRY_MS = 9_000;
/** Milliseconds that the answer to a question may take, beside the time for which it is held. */
export const ASKING_PATIENCE_MS = 20_000;
/** Milliseconds for which messages gather to one question: a page joins several topics at once. */
export const ASKING_GATHER_MS = 10;
/** Milliseconds from news to the next question: what changes often costs one question in that time. */
export const ASKING_SPACING_MS = 2_000;
/** Milliseconds between two questions of a page that nobody sees, at first and at most. */
export const ASKING_HIDDEN_FIRST_MS = 15_000;
export const ASKING_HIDDEN_MAX_MS = 120_000;
/** Questions that were held and had no answer, one after the other, after which none is held any more. */
export const HELD_FAILURES_MAX = 2;
/** Milliseconds between two questions that are not held. */
export const ASKING_UNHELD_MS = 5_000;
/** Milliseconds until a question without an answer is asked again, at first and at most. */
export const ASKING_RETRY_FIRST_MS = 1_000;
export const ASKING_RETRY_MAX_MS = 30_000;
/** Milliseconds until a page of another release than the hub's asks again. */
export const ASKING_OUTDATED_RETRY_MS = 60_000;
