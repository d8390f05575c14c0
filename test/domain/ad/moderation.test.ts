import { describe, expect, it } from '@jest/globals';
import { adDecider } from '#domain/ad/decider.ts';
import type { AdEvent } from '#domain/ad/events.ts';
import { adStatusSchema } from '#domain/ad/status.ts';
import { AD_STATUS_LABELS, boostButton, hasSpending, isBoosted } from '#domain/ad/statusRules.ts';
import { transfer } from '#domain/kernel/money.ts';
import { personal } from '#domain/kernel/personal.ts';
import { as, given, NOW, seconds, system, YESTERDAY } from '../given.ts';
import { ada, bob, confirmed, desk, id, postAfter, posted, registered, userAfter } from '../samples.ts';

const adId = id('ad');
const of = { postId: desk, adId };
const place = { ...of, campus: 'ou', author: ada };
const created: AdEvent = {
  type: 'AdCreated',
  data: {
    ...{ ...place, title: personal('A desk'), goal: 'message', website: personal(null), label: 'Send Message' },
    ...{ durationMinutes: 5_760, amountBudgeted: 2_000 },
  },
};
const paid: AdEvent = {
  type: 'AdPaid',
  data: { ...place, session: 'cs_1', payment: 'pi_1', legs: [...transfer('provider', 'funds', 2_000)] },
};
const END = '2026-03-05T09:00:00.000Z';
const activated: AdEvent = { type: 'AdActivated', data: { ...place, startTime: YESTERDAY, endTime: END } };
const held: AdEvent = {
  type: 'AdReviewBegun',
  data: { ...place, by: bob, heldAt: seconds(-3_600), minutes: 1_380, legs: [...transfer('funds', 'spent', 479)] },
};
const scheduled: AdEvent = { type: 'AdScheduled', data: { ...place, by: bob, startsAt: seconds(-60) } };

const post = postAfter(posted());
const moderator = { ...userAfter(registered(bob), confirmed(bob)), isModerator: true };
const byModerator = { actor: as(bob), facts: { user: moderator, post } };
const byOwner = { actor: as(ada), facts: { user: userAfter(registered(ada), confirmed(ada)), post } };
const house = { actor: system, facts: { post } };
const HOUR_LATER = '2026-03-05T10:00:00.000Z';

const command = <Type extends 'ReviewAd' | 'ApproveAd' | 'StartScheduledAd' | 'PauseAd' | 'StopAd'>(type: Type) => ({
  ...{ id: id(type), type, data: of },
});
const reject = { id: id('reject'), type: 'RejectAd', data: { ...of, reason: 'scam' } } as const;
const schedule = (startsAt: string) => ({ id: id('schedule'), type: 'ScheduleAd', data: { ...of, startsAt } }) as const;

describe('moderators', () => {
  it('[BOOST-15 in part] hold an ad that runs: its time stops, what it has spent is posted, nobody else may', () => {
    const runs = given(adDecider, created, paid, activated);
    runs.when(command('ReviewAd'), byModerator).thenExactly({
      type: 'AdReviewBegun',
      data: { ...place, by: bob, heldAt: NOW, minutes: 1_440, legs: [...transfer('funds', 'spent', 500)] },
    });
    runs.when(command('ReviewAd'), byOwner).thenRefused('NOT_ALLOWED');
    given(adDecider, created).when(command('ReviewAd'), byModerator).thenRefused('AD_NOT_REVIEWABLE');
    runs.when(reject, byModerator).thenRefused('AD_NOT_HELD');
    runs.when(command('ApproveAd'), byModerator).thenRefused('AD_NOT_HELD');
  });

  it('[BOOST-15 in part] let a held ad go on with the time that it had left, now or later', () => {
    const rests = given(adDecider, created, paid, activated, held);
    const goesOn = { pausedMs: 3_600_000, endTime: HOUR_LATER };
    rests
      .when(command('ApproveAd'), byModerator)
      .thenExactly({ type: 'AdApproved', data: { ...place, by: bob, ...goesOn } });
    rests.when(schedule(seconds(60)), byModerator).thenExactly({
      type: 'AdScheduled',
      data: { ...place, by: bob, startsAt: seconds(60) },
    });
    rests.when(schedule(seconds(-1)), byModerator).thenRefused('AD_START_INVALID');
    rests.when(schedule('2027-01-01T00:00:00.000Z'), byModerator).thenRefused('AD_START_INVALID');
    for (const type of ['PauseAd', 'StopAd'] as const) {
      expect(rests.when(command(type), byOwner).decision.ok).toBe(false);
    }
    given(adDecider, created, paid, activated, held, scheduled)
      .when(command('StartScheduledAd'), house)
      .thenExactly({ type: 'AdResumed', data: { ...place, ...goesOn } });
    rests.when(command('StartScheduledAd'), house).thenNothing();
  });

  it('[BOOST-15 in part] reject a held ad with a reason; what is unspent stays in the funds', () => {
    const rests = given(adDecider, created, paid, activated, held);
    const rejected: AdEvent = {
      type: 'AdRejected',
      data: { ...place, by: bob, reason: 'scam', rejectedAt: NOW, minutes: 1_380, legs: [] },
    };
    rests.when(reject, byModerator).thenExactly(rejected);
    const over = given(adDecider, created, paid, activated, held, rejected);
    expect(over.state.ads[adId]).toMatchObject({ status: 'rejected', funds: 1_521, spent: 479 });
    over.when(command('ApproveAd'), byModerator).thenRefused('AD_NOT_HELD');
    expect(over.when({ ...command('PauseAd'), type: 'ResumeAd' } as never, byOwner).decision.ok).toBe(false);
  });

  it('do not move the moment of a pause that was there before', () => {
    const paused: AdEvent = {
      type: 'AdPaused',
      data: { ...place, cause: 'owner', pausedAt: seconds(-7_200), minutes: 1_320, legs: [] },
    };
    const { state } = given(adDecider, created, paid, activated, paused, held);
    expect(state.ads[adId]?.running?.pausedAt).toBe(seconds(-7_200));
  });
});

describe('every status', () => {
  it('[BOOST-15] has its label', () => {
    expect(AD_STATUS_LABELS).toEqual({
      ...{ checkout: 'Not Paid', 'in review': 'In Review', scheduled: 'Scheduled', active: 'Running' },
      ...{ paused: 'Paused', stopped: 'Stopped', completed: 'Completed', rejected: 'Rejected' },
    });
    expect(Object.keys(AD_STATUS_LABELS).sort()).toEqual([...adStatusSchema.options].sort());
  });

  it('[BOOST-14] [BOOST-16 in part] says whether spending is shown, and which button its owner has (Q61, decisions D36)', () => {
    const shown = adStatusSchema.options.map((status) => [status, hasSpending(status), boostButton(status)]);
    expect(shown).toEqual([
      ['checkout', false, 'Boost for $5'],
      ['in review', false, 'View Analytics'],
      ['scheduled', false, 'View Analytics'],
      ['active', true, 'View Analytics'],
      ['paused', true, 'View Analytics'],
      ['stopped', true, 'Boost Again'],
      ['completed', true, 'Boost Again'],
      ['rejected', true, 'Boost Again'],
    ]);
    expect(boostButton(null)).toBe('Boost for $5');
    const blocking = adStatusSchema.options.filter(isBoosted);
    expect([...blocking].sort()).toEqual(['active', 'in review', 'paused', 'scheduled']);
  });
});
