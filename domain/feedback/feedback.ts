import type { Rejection } from '../kernel/rejection.ts';
import { cleanText, countCharacters, isUnseen } from '../kernel/text.ts';
import { FEEDBACK_MAX_CHARACTERS } from './limits.ts';
import { feedbackRejection } from './rejection.ts';

/** Feedback as it is stored. */
export function normaliseFeedback(typed: string): string {
  return cleanText(typed).trim();
}

/** The error of a feedback, or `null`: it needs visible text. */
export function checkFeedback(typed: string): Rejection | null {
  const text = normaliseFeedback(typed);
  if (isUnseen(text)) return feedbackRejection('FEEDBACK_REQUIRED');
  return countCharacters(text) > FEEDBACK_MAX_CHARACTERS ? feedbackRejection('FEEDBACK_TOO_LONG') : null;
}
