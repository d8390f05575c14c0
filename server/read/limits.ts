/** Limits of answers from the read models, with their units. The hub's own stand in `hub/limits.ts`. */

/** Documents of one window that are read again in one answer; a longer one is cut. */
export const WINDOW_MAX_DOCUMENTS = 500;
/** Characters of documents from which an answer is compressed: a quarter of a second on a line of 1 Mbit/s. */
export const PACKED_FROM_CHARACTERS = 32 * 1024;
/** Of zlib: half the time of the usual 6, a tenth more bytes. */
export const PACKING_LEVEL = 4;
