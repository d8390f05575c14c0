import { gone, invalid, notFound } from '../kernel/rejection.ts';

/** Refusals about conversations. */
export const chatRejections = {
  /** Of a foreign conversation the same as of one that does not exist, or was deleted (CHAT-03, CHAT-22, Q46). */
  CHAT_UNKNOWN: notFound("This conversation doesn't exist"),
  /** It was about a round that is over, and the two have begun anew since (D52). */
  CHAT_ROUND_OVER: gone('This conversation was deleted before, and you have begun a new one since.'),
  /** CHAT-16. */
  CHAT_WITH_ONESELF: invalid("You can't message yourself."),
  /** D53. */
  CHAT_CLOSED: gone("This account was deleted. You can't write here any more."),
  /** To reactors only. */
  CHAT_STANDS: invalid('The conversation was not deleted.'),
};
