import type { Rate } from '../fairness/rate.ts';

/** Milliseconds for which what people do is gathered before it is counted, longer where many wait: one event a post and second at most, however many do. */
export const GATHER_MS = 1_000;
/** Moments of that time at which batches are written: the ads of one share a write of the disk and a commit. */
export const TURNS_PER_GATHERING = 10;
/** Page sessions that may wait to be counted; further ones are to come again. */
export const WAITING_MAX = 50_000;
/** Requests with actions from one network address: a whole dormitory may share one. */
export const ACTION_REQUESTS_PER_ADDRESS: Rate = { perMinute: 1_200, burst: 600 };
/** Of one user when those of the address are used up. */
export const ACTION_REQUESTS_OWN_SHARE: Rate = { perMinute: 60, burst: 60 };
/** Actions of one account at one post, in however many page sessions: nobody comes back more often than five times at once. */
export const ACTIONS_OF_ACCOUNT: Rate = { perMinute: 1, burst: 25 };
/** The same of all who are signed out behind one network address. */
export const ACTIONS_OF_ADDRESS: Rate = { perMinute: 20, burst: 100 };
/** Actions that are known to be counted, and are not even written again. */
export const REMEMBERED_ACTIONS = 100_000;
/** Batches that are written at a time, in one write of the disk: others are to be answered between them. Until its turn has come, each takes more. */
export const BATCHES_AT_ONCE = 5;
/** Milliseconds for which the reads of requests with actions are gathered: one question to the read models, not hundreds. */
export const READS_GATHER_MS = 50;
