/** Limits of asking where a network is, each with its unit. */

/** Milliseconds that the service may take, from the question to the end of its answer. */
export const GEO_LOOKUP_MS = 1_000;
/** Bytes of an answer: usual ones have one or two thousand. */
export const GEO_ANSWER_MAX_BYTES = 64 * 1024;
