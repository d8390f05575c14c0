/** Limits of feedback, with the unit in the name or the comment. Server and client share them. */

/** Characters of one feedback. */
export const FEEDBACK_MAX_CHARACTERS = 2_000;
/** UTF-16 units of a feedback as typed; longer ones are refused before any other check. */
export const FEEDBACK_INPUT_MAX_CHARACTERS = 8_000;
/** Feedback of one user in a day. */
export const FEEDBACK_PER_DAY = 5;
/** Feedback in one page of the list. */
export const FEEDBACK_PAGE = 20;
