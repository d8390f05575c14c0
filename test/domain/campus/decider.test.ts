import { describe, expect, it } from '@jest/globals';
import { campusDecider } from '#domain/campus/decider.ts';
import type { CampusEvent } from '#domain/campus/events.ts';
import { as, given, system, visitor } from '../given.ts';
import { ada, id } from '../samples.ts';

const closed: CampusEvent = { type: 'CampusPrivacyChanged', data: { campus: 'ut', privacy: 'private' } };
const opened: CampusEvent = { type: 'CampusPrivacyChanged', data: { campus: 'ut', privacy: 'public' } };
const change = (privacy: 'public' | 'private', campus = 'ut') =>
  ({ id: id('change'), type: 'ChangeCampusPrivacy', data: { campus, privacy } }) as const;
const by = (actor: typeof system) => ({ actor, facts: {} });

describe('the privacy of a campus', () => {
  it('[CAMP-07 in part] [CAMP-15 in part] is public at first, and changes when it is another one', () => {
    expect(campusDecider.initial.privacy).toBe('public');
    given(campusDecider).when(change('private'), by(system)).thenExactly(closed);
    given(campusDecider, closed).when(change('private'), by(system)).thenNothing();
    given(campusDecider, closed).when(change('public'), by(system)).thenExactly(opened);
    given(campusDecider, closed, opened).when(change('public'), by(system)).thenNothing();
  });

  it('is not for visitors and users to change', () => {
    for (const actor of [visitor, as(ada)])
      given(campusDecider).when(change('private'), by(actor)).thenRefused('NOT_ALLOWED');
  });

  it('is of schools alone: the site of all campuses, which has no members, stays open', () => {
    given(campusDecider).when(change('private', 'campus'), by(system)).thenRefused('CAMPUS_GENERIC');
    given(campusDecider).when(change('private', 'atlantis'), by(system)).thenRefused('CAMPUS_UNKNOWN');
  });
});
