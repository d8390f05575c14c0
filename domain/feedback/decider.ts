import { findCampus } from '../campus/face.ts';
import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import { hoursInSeconds, secondsBetween } from '../kernel/time.ts';
import { feedbackAccess } from './access.ts';
import { type FeedbackCommandNamed, type FeedbackContext, feedbackCommands } from './commands.ts';
import type { FeedbackEvent } from './events.ts';
import { checkFeedback, normaliseFeedback } from './feedback.ts';
import { FEEDBACK_PER_DAY } from './limits.ts';
import { feedbackRejection } from './rejection.ts';

const HOURS_OF_DAY = 24;

/** The feedback that a user gave lately. */
export interface FeedbackState extends Counted {
  /** The newest ones, as many as a day may have, oldest first; `at` is an ISO instant. */
  readonly given: readonly { readonly feedbackId: string; readonly at: string }[];
}

function giveFeedback(
  feedback: FeedbackState,
  { id, data }: FeedbackCommandNamed<'GiveFeedback'>,
  { actor, campus, now, facts: { user } }: FeedbackContext<'GiveFeedback'>,
): Decision<FeedbackEvent> {
  const viewer = actingViewer(actor, user);
  const denied = feedbackAccess.mayDo.GiveFeedback(viewer) ?? checkFeedback(data.text);
  if (denied !== null) return refuse(denied);
  if (viewer.userId === null || findCampus(campus) === undefined) {
    return refuse(kernelRejection('SOMETHING_WENT_WRONG'));
  }
  const feedbackId = newId(id, 0);
  if (feedback.given.some((each) => each.feedbackId === feedbackId)) return accept();
  const lately = feedback.given.filter(({ at }) => secondsBetween(at, now) < hoursInSeconds(HOURS_OF_DAY));
  if (lately.length >= FEEDBACK_PER_DAY) return refuse(feedbackRejection('FEEDBACK_TOO_MUCH'));
  const text = personal(normaliseFeedback(data.text));
  return accept<FeedbackEvent>({
    type: 'FeedbackGiven',
    data: { feedbackId, userId: viewer.userId, campus, text },
  });
}

/** The rules of feedback. */
export const feedbackDecider = defineDecider(feedbackCommands, {
  initial: { given: [], eventCount: 0 } as FeedbackState,
  evolve: (feedback, { data: { feedbackId } }: FeedbackEvent, at): FeedbackState => ({
    ...feedback,
    given: [...feedback.given, { feedbackId, at }].slice(-FEEDBACK_PER_DAY),
  }),
  decide: { GiveFeedback: giveFeedback },
  closing: [],
});
