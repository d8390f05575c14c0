import { describe, expect, it } from '@jest/globals';
import { campusDecider } from '#domain/campus/decider.ts';
import type { CampusEvent } from '#domain/campus/events.ts';
import { initialUser, type UserState } from '#domain/user/state.ts';
import { as, given, system, visitor } from '../given.ts';
import { ada, confirmed, id, registered, userAfter } from '../samples.ts';

const closed: CampusEvent = { type: 'CampusPrivacyChanged', data: { campus: 'ut', privacy: 'private' } };
const opened: CampusEvent = { type: 'CampusPrivacyChanged', data: { campus: 'ut', privacy: 'public' } };
const change = (privacy: 'public' | 'private', campus = 'ut') =>
  ({ id: id('change'), type: 'ChangeCampusPrivacy', data: { campus, privacy } }) as const;
const by = (actor: typeof system, user: UserState = initialUser) => ({ actor, facts: { user } });
const confirmedAda = userAfter(registered(ada), confirmed(ada));

describe('the privacy of a campus', () => {
  it('[CAMP-07 in part] [CAMP-15 in part] is public at first, and changes when it is another one', () => {
    expect(campusDecider.initial.privacy).toBe('public');
    given(campusDecider).when(change('private'), by(system)).thenExactly(closed);
    given(campusDecider, closed).when(change('private'), by(system)).thenNothing();
    given(campusDecider, closed).when(change('public'), by(system)).thenExactly(opened);
    given(campusDecider, closed, opened).when(change('public'), by(system)).thenNothing();
  });

  it('is for moderators to change, of whatever campus, and for the operator', () => {
    given(campusDecider).when(change('private'), by(visitor)).thenRefused('SIGNED_OUT');
    given(campusDecider)
      .when(change('private'), by(as(ada), userAfter(registered(ada))))
      .thenRefused('EMAIL_NOT_CONFIRMED');
    given(campusDecider)
      .when(change('private'), by(as(ada), confirmedAda))
      .thenRefused('NOT_ALLOWED');
    const moderator = { ...confirmedAda, isModerator: true };
    given(campusDecider)
      .when(change('private'), by(as(ada), moderator))
      .thenExactly(closed);
    given(campusDecider)
      .when(change('private'), by(as(ada), { ...moderator, erased: true }))
      .thenRefused('SIGNED_OUT');
  });

  it('is of schools alone: the site of all campuses, which has no members, stays open', () => {
    given(campusDecider).when(change('private', 'campus'), by(system)).thenRefused('CAMPUS_GENERIC');
    given(campusDecider).when(change('private', 'atlantis'), by(system)).thenRefused('CAMPUS_UNKNOWN');
  });
});
