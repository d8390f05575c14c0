import type { Rate } from '../write/rateLimiter.ts';

/** Every limit of the hub, with its unit. The client's stand in `web/sync`, in each folder. */

/** Positions of which one connection hears when they are reached; who asks for more does not ask for its own. */
export const MARKS_AWAITED = 100;
/** Topics that one connection may have joined. */
export const TOPICS_PER_CONNECTION = 50;
/** Messages of one connection in a minute; so many at once, and as fast again as the minute goes. */
export const MESSAGES_PER_MINUTE = 100;
/** Messages beyond the limit after which a connection that does not listen is ended. */
export const IGNORED_MESSAGES_MAX = 200;
/**
 * Frames of one connection in a minute that are no messages: signs of life. The engine asks for three; proxies may ask
 * for some by themselves.
 */
export const IDLE_FRAMES_PER_MINUTE = 100;
/** Bytes of one message of a client. */
export const FRAME_MAX_BYTES = 64 * 1024;
/** Bytes that wait for a slow client before it is dropped; it comes back and goes on from its cursor. */
export const BACKLOG_MAX_BYTES = 4 * 1024 * 1024;
/** Packets that wait for a slow client before it is dropped. */
export const BACKLOG_MAX_PACKETS = 1_000;
/** Documents that were changed last and are kept in memory, for those who join meanwhile. */
export const RECENT_DOCUMENTS = 5_000;
/** Milliseconds between two looks at the change feed where another process writes it: so much later a row is told. */
export const FEED_POLL_EVERY_MS = 50;
/** Milliseconds after which a change feed that could not be read is looked for again. */
export const FEED_RETRY_MS = 1_000;
/** Milliseconds between two marks of progress to everybody. */
export const PROGRESS_EVERY_MS = 25_000;
/** Milliseconds that an answer waits for the position that it must not be older than. */
export const NOT_BEFORE_WAIT_MS = 5_000;
/** Times that a window is read anew because more happened meanwhile than is kept in memory. */
export const READ_ATTEMPTS = 5;
/** Ended sessions that are remembered, for handshakes that began before. */
export const ENDED_SESSIONS_KEPT = 10_000;
/**
 * Signed-out sockets of one network address (IPv6: of one /64). A campus may sit behind one address: a thousand visitors
 * at once are more than its dormitories have, and at 15 KB each no burden. Signed-in users do not count here.
 */
export const SOCKETS_PER_ADDRESS = 1_000;
/** Sockets of one user: tabs on all devices. */
export const SOCKETS_PER_USER = 50;
/** Handshakes of one network address. After a restart everybody comes back at once, and again if that fails. */
export const HANDSHAKES_PER_ADDRESS: Rate = { perMinute: 3_000, burst: 6_000 };
/** Handshakes of one user that a used-up address does not keep back: some tabs, again and again. */
export const HANDSHAKES_OWN_SHARE: Rate = { perMinute: 60, burst: 60 };
/** Bytes that may wait for a client before the next answer with documents is made for it. */
export const ANSWER_BACKLOG_BYTES = 64 * 1024;
/** Milliseconds in which an answer has to be taken: 4 MB over a line of 1 Mbit/s take half of it. */
export const ANSWER_TAKEN_MS = 60_000;
/** Milliseconds that answers are put together at a stretch; then whatever has come meanwhile is heard. */
export const ANSWERS_STRETCH_MS = 8;
/** Answers of one stretch, however quickly they are made. */
export const ANSWERS_AT_ONCE_MAX = 64;
/** Bytes of answers that may wait for all connections of one user, or of the visitors of one address. */
export const UNSENT_MAX_BYTES = 32 * 1024 * 1024;
/** Milliseconds between two looks whether the sessions of open connections still stand. */
export const SESSION_CHECK_EVERY_MS = 60_000;
