/** Numbers of the held topics, each with its unit. */

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
