import { invalid, tooMany } from '../kernel/rejection.ts';
import { FEEDBACK_MAX_CHARACTERS, FEEDBACK_PER_DAY } from './limits.ts';

/** Refusals of feedback. */
export const feedbackRejections = {
  FEEDBACK_REQUIRED: invalid('Please write something first.'),
  FEEDBACK_TOO_LONG: invalid(`Feedback may have at most ${FEEDBACK_MAX_CHARACTERS} characters.`),
  FEEDBACK_TOO_MUCH: tooMany(`You have sent ${FEEDBACK_PER_DAY} messages within a day. Please try again tomorrow.`),
};
