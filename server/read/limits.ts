/** Limits of answers from the read models, with their units. The hub's own stand in `hub/limits.ts`. */

/** Milliseconds that an answer waits for its `notBefore` position. */
export const NOT_BEFORE_WAIT_MS = 5_000;
/** Milliseconds between two reads of a checkpoint that another process moves, while somebody waits for it. */
export const CHECKPOINT_POLL_EVERY_MS = 50;
/** Documents of one answer; a longer window is cut. */
export const WINDOW_MAX_DOCUMENTS = 500;
/**
 * Characters of the topic's documents in one answer, the first page aside: a window of more is cut. 500 usual posts have
 * half as many.
 */
export const WINDOW_MAX_CHARACTERS = 1_000_000;
/** Documents of a window that are read at a time. */
export const WINDOW_PART_DOCUMENTS = 50;
/** Characters of documents from which an answer is compressed: a quarter of a second at 1 Mbit/s. */
export const PACKED_FROM_CHARACTERS = 32 * 1024;
/** Level of zlib: half the time of its default 6, a tenth more bytes. */
export const PACKING_LEVEL = 4;
/** Different windows that are read at a time for one user, or for the visitors of one address. */
export const READS_PER_CLIENT = 2;
