import type { Rate } from '../fairness/rate.ts';

/** Questions of one person to the older end points of conversations (CHAT-26): as many as searches, of which each may be one. */
export const CHAT_QUESTIONS_PER_USER: Rate = { perMinute: 120, burst: 60 };
/** People in one answer that names no search. */
export const RECENT_PARTNERS = 20;
