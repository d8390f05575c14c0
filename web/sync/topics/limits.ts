/** Numbers of the held topics, each with its unit. */

/** Milliseconds that a topic stays live after the last component left it, so that going back is instant (FEED-27). */
export const TOPIC_LINGER_MS = 5 * 60_000;
/** Most topics that linger; the one left first is dropped. */
export const LINGERING_TOPICS_MAX = 20;
/** Milliseconds between two asks for the viewer's own documents: many rows make one ask. */
export const NEED_SPACING_MS = 1_500;
/** Documents in one such ask; the protocol's own limit. */
export const NEED_MAX_REFS = 100;
/** Documents received between two sweeps of unreachable ones. */
export const SWEEP_EVERY_DOCUMENTS = 500;
