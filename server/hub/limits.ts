import type { Rate } from '../fairness/rate.ts';

/** Every limit of the hub, with its unit. The client's stand in `web/sync`, in each folder. */

/** Positions that one connection may await; an honest client awaits far fewer. */
export const MARKS_AWAITED = 100;
/** Topics that one connection may have joined. */
export const TOPICS_PER_CONNECTION = 50;
/** Messages of one connection in a minute: also the burst; the allowance refills at this rate. */
export const MESSAGES_PER_MINUTE = 100;
/** Signals of one connection in a minute, and at once: somebody who writes says so every three seconds, and when it is over. */
export const SIGNALS_PER_MINUTE = 60;
/** Signals of one user in a minute, on all pages. */
export const SIGNALS_PER_USER = 120;
/** Users whose signals are counted; of more, the oldest begin anew. */
export const SIGNALLERS_KEPT = 10_000;
/** Packets that may wait for a client that gets signals, too: for a slower one they would be over when they come. */
export const SIGNAL_BACKLOG_MAX_PACKETS = 20;
/** Messages beyond the limit, one after the other, after which the connection is ended. */
export const IGNORED_MESSAGES_MAX = 200;
/**
 * Frames without a message of one connection in a minute. The engine asks for three pongs; proxies may send pings of
 * their own.
 */
export const IDLE_FRAMES_PER_MINUTE = 100;
/** Bytes of one message of a client. */
export const FRAME_MAX_BYTES = 64 * 1024;
/** Bytes that may wait for a slow client; above, its connection is ended, and it resumes from its cursor. */
export const BACKLOG_MAX_BYTES = 4 * 1024 * 1024;
/** Packets that may wait for a slow client; above, its connection is ended. */
export const BACKLOG_MAX_PACKETS = 1_000;
/**
 * Characters of the recently changed documents that are kept in memory, for readers who join while rows are published;
 * of the documents that they refer to as many again. Of usual ones these are some 5,000.
 */
export const RECENT_CHARACTERS = 4_000_000;
/** Identities that are remembered as those of no document. */
export const RECENT_ABSENT = 5_000;
/** Milliseconds between two polls of a change feed that another process writes: the delay of a row. */
export const FEED_POLL_EVERY_MS = 50;
/** Milliseconds before a failed read of the change feed is retried. */
export const FEED_RETRY_MS = 1_000;
/** Milliseconds between two marks of progress to all connections. */
export const PROGRESS_EVERY_MS = 25_000;
/** Reads of a window before the reader has to retry: each is repeated if more rows came meanwhile than memory keeps. */
export const READ_ATTEMPTS = 5;
/** Ended sessions that are remembered, for handshakes that began before the end. */
export const ENDED_SESSIONS_KEPT = 10_000;
/**
 * Signed-out sockets of one network address (IPv6: of one /64). A campus may share one address: a thousand visitors at
 * once are more than its dormitories have, at 15 KB of memory each. Signed-in users do not count here.
 */
export const SOCKETS_PER_ADDRESS = 1_000;
/** Sockets of one user: tabs on all devices. */
export const SOCKETS_PER_USER = 50;
/** Handshakes of one network address. After a restart everybody comes back at once, and again if that fails. */
export const HANDSHAKES_PER_ADDRESS: Rate = { perMinute: 3_000, burst: 6_000 };
/** Handshakes of one user when those of the address are used up: enough for some tabs that reconnect repeatedly. */
export const HANDSHAKES_OWN_SHARE: Rate = { perMinute: 60, burst: 60 };
/** Bytes that may wait for a client before its next answer with documents is made. */
export const ANSWER_BACKLOG_BYTES = 64 * 1024;
/** Milliseconds in which a client has to take an answer: 4 MB at 1 Mbit/s take half of it. */
export const ANSWER_TAKEN_MS = 60_000;
/** Milliseconds in which answers are made one after the other, before the event loop handles new input. */
export const ANSWERS_BATCH_MS = 8;
/** Answers of one batch, however quickly they are made. */
export const ANSWERS_AT_ONCE_MAX = 64;
/** Bytes of answers that may wait for all connections of one user, or of the visitors of one address. */
export const UNSENT_MAX_BYTES = 32 * 1024 * 1024;
/**
 * Milliseconds between two pings, and how long the pong may take: together the longest that a half-open connection stays.
 */
export const PINGS = { everyMs: 20_000, timeoutMs: 15_000 };
/** Milliseconds between two checks of the sessions of open connections. */
export const SESSION_CHECK_EVERY_MS = 60_000;
/** Milliseconds for which an answer over HTTP gathers what comes with the first news: one act may be several events. */
export const ASKED_GATHER_MS = 50;
/** Characters of the answers to one question over HTTP, after which the rest of it waits for the next. */
export const ASKED_ANSWERS_MAX_CHARACTERS = 1_000_000;
/**
 * Questions over HTTP of one user in a minute, on all devices. A page that is seen asks every two seconds at most, and once
 * more for each command; with all their messages these are no more than one user's sockets may send.
 */
export const ASKED_PER_USER: Rate = { perMinute: 80, burst: 60 };
/** Those of one network address: a whole dormitory may be behind the proxy that lets no WebSocket through. */
export const ASKED_PER_ADDRESS: Rate = { perMinute: 3_000, burst: 1_500 };
/** Those of one user when the address's are used up. */
export const ASKED_OWN_SHARE: Rate = { perMinute: 40, burst: 40 };
/** Questions over HTTP of one user that are open at once: a page that is seen has one. */
export const ASKED_OPEN_PER_USER = 20;
/** Those of the visitors of one address. */
export const ASKED_OPEN_PER_ADDRESS = 500;
/** Those of all visitors: what is left to all is for people who are signed in, however many addresses ask. */
export const ASKED_OPEN_VISITORS = 4_000;
/** Those of all. */
export const ASKED_OPEN_MAX = 5_000;
/** Seconds after which somebody may ask again for whom too many are open. */
export const ASKED_FULL_RETRY_SECONDS = 10;
