/** Limits of answers from the read models, with their units. The hub's own stand in `hub/limits.ts`. */

/** Documents of one answer; a longer window is cut. */
export const WINDOW_MAX_DOCUMENTS = 500;
/** Characters of documents from which an answer is compressed: a quarter of a second at 1 Mbit/s. */
export const PACKED_FROM_CHARACTERS = 32 * 1024;
/** Level of zlib: half the time of its default 6, a tenth more bytes. */
export const PACKING_LEVEL = 4;
