/** Every limit of the hub, with its unit. The client's stand in `web/sync/limits.ts`. */

/** Topics that one connection may have joined. */
export const TOPICS_PER_CONNECTION = 50;
/** Messages of one connection in a minute; so many at once, and as fast again as the minute goes. */
export const MESSAGES_PER_MINUTE = 100;
/** Messages beyond the limit after which a connection that does not listen is ended. */
export const IGNORED_MESSAGES_MAX = 200;
/** Bytes of one message of a client. */
export const FRAME_MAX_BYTES = 64 * 1024;
/** Bytes that wait for a slow client before it is dropped; it comes back and goes on from its cursor. */
export const BACKLOG_MAX_BYTES = 4 * 1024 * 1024;
/** Packets that wait for a slow client before it is dropped. */
export const BACKLOG_MAX_PACKETS = 1_000;
/** Documents of one window that are read again in one answer; a longer one is cut. */
export const WINDOW_MAX_DOCUMENTS = 500;
/** Documents that were changed last and are kept in memory, for those who join meanwhile. */
export const RECENT_DOCUMENTS = 5_000;
/** Rows that are read at once from the change feed after a gap. */
export const FEED_BATCH_ROWS = 1_000;
/** Milliseconds between two marks of progress to everybody. */
export const PROGRESS_EVERY_MS = 25_000;
/** Milliseconds that an answer waits for the position that it must not be older than. */
export const NOT_BEFORE_WAIT_MS = 5_000;
/** Times that a window is read anew because more happened meanwhile than is kept in memory. */
export const READ_ATTEMPTS = 5;
/** Ended sessions that are remembered, for handshakes that began before. */
export const ENDED_SESSIONS_KEPT = 10_000;
