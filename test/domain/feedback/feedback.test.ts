import { expect, it } from '@jest/globals';
import { feedbackAccess } from '#domain/feedback/access.ts';
import { feedbackDecider } from '#domain/feedback/decider.ts';
import type { FeedbackEvent } from '#domain/feedback/events.ts';
import { FEEDBACK_MAX_CHARACTERS, FEEDBACK_PER_DAY } from '#domain/feedback/limits.ts';
import { newId } from '#domain/kernel/ids.ts';
import { personal } from '#domain/kernel/personal.ts';
import { as, given, seconds, visitor } from '../given.ts';
import { ada, bob, confirmed, id, registered, userAfter } from '../samples.ts';

const user = userAfter(registered());
const byAda = { actor: as(ada), facts: { user } };
const give = (text: string) => ({ id: id('tell'), type: 'GiveFeedback', data: { text } }) as const;
const feedbackOf = (text: string): FeedbackEvent => ({
  type: 'FeedbackGiven',
  data: { feedbackId: newId(id('tell'), 0), userId: ada, campus: 'ou', text: personal(text) },
});
const HOUR = 3_600;

it('[SETT-15 in part] everyone with an account may tell us something, also before the address is confirmed', () => {
  given(feedbackDecider).when(give('  More maps, please. '), byAda).thenExactly(feedbackOf('More maps, please.'));
  given(feedbackDecider)
    .when(give('Hello'), { actor: as(ada), facts: { user: userAfter(registered(), confirmed()) } })
    .thenExactly(feedbackOf('Hello'));
  for (const actor of [visitor, as(bob)])
    given(feedbackDecider).when(give('x'), { actor, facts: { user } }).thenRefused('SIGNED_OUT');
});

it('feedback has visible text, not too long', () => {
  given(feedbackDecider).when(give(' \u200b\n'), byAda).thenRefused('FEEDBACK_REQUIRED');
  given(feedbackDecider)
    .when(give('😀'.repeat(FEEDBACK_MAX_CHARACTERS)), byAda)
    .thenExactly(feedbackOf('😀'.repeat(FEEDBACK_MAX_CHARACTERS)));
  given(feedbackDecider)
    .when(give('x'.repeat(FEEDBACK_MAX_CHARACTERS + 1)), byAda)
    .thenRefused('FEEDBACK_TOO_LONG');
});

it('five a day, not more', () => {
  const at = (ago: number) => ({
    event: { ...feedbackOf('again'), data: { ...feedbackOf('again').data, feedbackId: id(`feedback ${ago}`) } },
    at: seconds(-ago),
  });
  const day = Array.from({ length: FEEDBACK_PER_DAY }, (_, index) => at(23 * HOUR - index));
  given(feedbackDecider, ...day)
    .when(give('again'), byAda)
    .thenRefused('FEEDBACK_TOO_MUCH');
  given(feedbackDecider, feedbackOf('again')).when(give('again'), byAda).thenNothing();
  given(feedbackDecider, at(24 * HOUR), ...day.slice(1))
    .when(give('again'), byAda)
    .thenExactly(feedbackOf('again'));
});

it('moderators read it, and nobody else', () => {
  const viewer = { userId: ada, verified: true, memberOf: 'ou', isModerator: true };
  expect(feedbackAccess.maySee(viewer)).toBe(true);
  expect(feedbackAccess.maySee({ ...viewer, isModerator: false })).toBe(false);
  expect(feedbackAccess.maySee({ ...viewer, userId: null })).toBe(false);
  // As with all that moderators do: an account whose address is not confirmed may be anybody's.
  expect(feedbackAccess.maySee({ ...viewer, verified: false })).toBe(false);
});
