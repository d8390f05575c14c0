import { describe, it } from '@jest/globals';
import { analyticsDecider } from '#domain/analytics/decider.ts';
import type { AnalyticsEvent } from '#domain/analytics/events.ts';
import type { AnalyticsState } from '#domain/analytics/state.ts';
import { newId } from '#domain/kernel/ids.ts';
import { initialUser } from '#domain/user/state.ts';
import { as, given, system } from '../given.ts';
import { ada, bob, confirmed, erased, id, registered, userAfter } from '../samples.ts';

const moderator = userAfter(registered(), confirmed(), { type: 'ModeratorAppointed', data: { userId: ada } });
const person = userAfter(registered(bob), confirmed(bob));
const facts = { moderator, person };
const byModerator = { actor: as(ada), facts };
const out: AnalyticsEvent = { type: 'AnalyticsOptedOut', data: { userId: bob, by: ada } };
const back: AnalyticsEvent = { type: 'AnalyticsOptedIn', data: { userId: bob, by: ada } };
const optOut = { type: 'OptOutOfAnalytics', id: id('out'), data: { userId: bob } } as const;
const optIn = { type: 'OptIntoAnalytics', id: id('in'), data: { userId: bob } } as const;

describe('an internal account', () => {
  it('[GUARD-12 in part] is opted out of the statistics by a moderator, and taken back, once each', () => {
    given(analyticsDecider).when(optOut, byModerator).thenExactly(out);
    given(analyticsDecider, out).when(optOut, byModerator).thenNothing();
    given(analyticsDecider, out).when(optIn, byModerator).thenExactly(back);
    given(analyticsDecider).when(optIn, byModerator).thenNothing();
    given(analyticsDecider, out, back).when(optOut, byModerator).thenExactly(out);
  });

  it('[GUARD-12 in part] is named by nobody else, not by oneself', () => {
    const byBob = { actor: as(bob), facts: { moderator: person, person } };
    for (const command of [optOut, optIn]) {
      given(analyticsDecider).when(command, byBob).thenRefused('NOT_ALLOWED');
      given(analyticsDecider).when(command, { actor: system, facts }).thenRefused('SIGNED_OUT');
    }
  });

  it('[GUARD-12] [ANLT-07 in part] does not log in for the statistics; everybody else does, once a log-in', () => {
    const login = { type: 'CountLogin', id: id('login'), data: { userId: bob, campus: 'ou' } } as const;
    const counted = { type: 'LoginCounted', data: { loginId: newId(login.id, 0), userId: bob, campus: 'ou' } } as const;
    const counting = { isOptedOut: false, eventCount: 0 };
    const facing = (part: AnalyticsState, found = person) => ({ actor: system, facts: { person: found, part } });
    given(analyticsDecider).when(login, facing(counting)).thenExactly(counted);
    given(analyticsDecider, counted).when(login, facing(counting)).thenNothing();
    given(analyticsDecider)
      .when(login, facing({ ...counting, isOptedOut: true }))
      .thenNothing();
    given(analyticsDecider).when(login, facing(counting, initialUser)).thenNothing();
    given(analyticsDecider)
      .when({ ...login, data: { ...login.data, campus: 'campus' } }, facing(counting))
      .thenNothing();
    given(analyticsDecider)
      .when(login, { ...facing(counting), actor: as(bob) })
      .thenRefused('NOT_ALLOWED');
  });

  it('is a person who is there', () => {
    const gone = userAfter(registered(bob), confirmed(bob), erased(bob));
    const withPerson = (found: typeof person) => ({ actor: as(ada), facts: { moderator, person: found } });
    given(analyticsDecider).when(optOut, withPerson(initialUser)).thenRefused('USER_UNKNOWN');
    given(analyticsDecider, out).when(optIn, withPerson(gone)).thenRefused('USER_ERASED');
  });
});
