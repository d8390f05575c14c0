/** Limits of messages, with the unit in the name or the comment. Server and client share them. */

/** Files of one message (CHAT-09). */
export const MESSAGE_MAX_FILES = 1;
/** Messages in one page of a conversation (CHAT-05). */
export const CHAT_PAGE_MESSAGES = 15;
/** Characters of a message's text that the schema takes at all. The rule (500, D34) has a lower number, and its own text. */
export const MESSAGE_SCHEMA_MAX_CHARACTERS = 5_000;
/** Messages of one person in a minute: more is not talk. */
export const MESSAGES_PER_MINUTE = 60;
/** Messages of one person that may come at once: what was written offline. */
export const MESSAGES_BURST = 100;
/** Minutes from an unread message to the mail about it, and from one mail about a conversation to the next (D51). */
export const FIRST_MAIL_AFTER_MINUTES = 5;
export const NEXT_MAIL_AFTER_MINUTES = 60;
/** Characters of a message that its mail quotes. */
export const MAIL_EXCERPT_CHARACTERS = 200;
