import { conflict, invalid, notFound } from '../kernel/rejection.ts';
import { REPORT_TEXT_MAX_CHARACTERS } from './limits.ts';

/** Refusals about reports. */
export const reportRejections = {
  ALREADY_REPORTED: conflict('You have already reported this. A moderator will look at it.'),
  OWN_REPORT: invalid('You can not report yourself.'),
  REPORT_TOO_LONG: invalid(`A report may have at most ${REPORT_TEXT_MAX_CHARACTERS} characters.`),
  /** Reason "something else" without words. */
  REPORT_EMPTY: invalid('Please write what is wrong.'),
  CASE_UNKNOWN: notFound('There is no open report about this.'),
  CASE_TAKEN: conflict('Another moderator looks after this report.'),
};
