/** Limits of conversations, with the unit in the name or the comment. Server and client share them. */

/** Conversations in one page of a person's list. */
export const CHATS_PAGE = 20;
/** Conversations that one person may begin in any 24 hours: each is a mail and a notification to a stranger. */
export const CHATS_PER_DAY = 100;
