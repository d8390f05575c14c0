/** Limits of reports, with the unit in the name or the comment. Server and client share them. */

/** Characters of a reporter's words. */
export const REPORT_TEXT_MAX_CHARACTERS = 500;
/** UTF-16 units of the words as typed; longer ones are refused before any other check. */
export const REPORT_INPUT_MAX_CHARACTERS = 2_000;
/** Reports that one person may make within a day. */
export const REPORTS_PER_DAY = 20;
/**
 * Days after the decision about a case for which the files of what was reported are kept, for moderators alone, although
 * its author has removed them. While the case is open they are kept anyway.
 */
export const EVIDENCE_FILES_KEPT_DAYS = 30;
/** Reporters whom one open case names; of more, nothing new would follow. */
export const CASE_MAX_REPORTERS = 200;
