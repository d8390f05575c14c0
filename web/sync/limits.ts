/** Every number of the browser's side of the sync, with its unit. The hub's stand in `server/hub/limits.ts`. */

/** Milliseconds in which nothing comes, after which a subscription, a page or a need is asked again (`patience.ts`). */
export const ASK_TIMEOUT_MS = 10_000;
/** Milliseconds in which nothing comes, after which the outcome of a command counts as unknown. */
export const COMMAND_TIMEOUT_MS = 15_000;
/** Milliseconds before the first and before every later repeated ask. */
export const ASK_RETRY_FIRST_MS = 500;
export const ASK_RETRY_MAX_MS = 15_000;
/** Milliseconds before a command is tried again, at first and at most. */
export const COMMAND_RETRY_FIRST_MS = 1_000;
export const COMMAND_RETRY_MAX_MS = 60_000;
/** Tries in vain after which the user is told, while it goes on trying. */
export const TRIES_BEFORE_FAILED = 3;
/** Milliseconds that a topic stays live after the last component left it: the way back is instant (FEED-27). */
export const TOPIC_LINGER_MS = 5 * 60_000;
/** Topics that linger at most; the one that was left first goes. */
export const LINGERING_TOPICS_MAX = 20;
/** Milliseconds between two asks for documents of the viewer: many rows make one ask. */
export const NEED_SPACING_MS = 1_500;
/** Documents in one such ask; the protocol's own limit. */
export const NEED_MAX_REFS = 100;
/** Documents that are taken in before what nothing reaches any more is swept. */
export const SWEEP_EVERY_DOCUMENTS = 500;
/** Commands of different targets that are on their way at once. */
export const COMMANDS_AT_ONCE = 4;
/** Milliseconds after which the user is asked whether an unsent command shall still be sent (blueprint §6). */
export const CONSENT_AFTER_MS = 24 * 60 * 60_000;
