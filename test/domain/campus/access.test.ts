import { describe, expect, it } from '@jest/globals';
import {
  gateTexts,
  gateToAct,
  gateToComment,
  gateToPost,
  gateToSave,
  isProfileComplete,
  maySeeCampus,
  VISITOR,
  type Viewer,
} from '#domain/campus/access.ts';
import { campuses } from '#domain/campus/registry.ts';
import { ada } from '../samples.ts';

const complete = { hasPicture: true, hasBio: true };
const unconfirmed: Viewer = { userId: ada, verified: false, memberOf: null };
const confirmed: Viewer = { userId: ada, verified: true, memberOf: null };
const ouMember: Viewer = { userId: ada, verified: true, memberOf: 'ou' };

describe('access', () => {
  it('[FEED-28] everyone may see a public campus, nobody one that is not there', () => {
    for (const campus of campuses) {
      if (campus.privacy === 'public') expect(maySeeCampus(VISITOR, campus.id)).toBe(true);
    }
    expect(maySeeCampus(ouMember, 'atlantis')).toBe(false);
  });

  it('[GUARD-02] acting needs an account with a confirmed address', () => {
    expect([VISITOR, unconfirmed, confirmed].map(gateToAct)).toEqual(['SIGNED_OUT', 'EMAIL_NOT_CONFIRMED', null]);
  });

  it('[COMM-06] commenting needs membership of that campus', () => {
    expect(gateToComment(confirmed, 'ou')).toBe('SCHOOL_NOT_VERIFIED');
    expect(gateToComment(ouMember, 'ut')).toBe('OTHER_CAMPUS');
    expect(gateToComment(ouMember, 'ou')).toBeNull();
  });

  it('[POST-15] posting needs a complete profile on top', () => {
    expect(gateToPost(ouMember, { hasPicture: true, hasBio: false }, 'ou')).toBe('PROFILE_INCOMPLETE');
    expect(gateToPost(ouMember, complete, 'ou')).toBeNull();
    expect(gateToPost(unconfirmed, complete, 'ou')).toBe('EMAIL_NOT_CONFIRMED');
    expect(isProfileComplete({ hasPicture: false, hasBio: true })).toBe(false);
  });

  it('[SAVE-11] saving needs no school', () => {
    expect(gateToSave(VISITOR, 'ou')).toBe('SIGNED_OUT');
    expect(gateToSave(unconfirmed, 'ou')).toBe('EMAIL_NOT_CONFIRMED');
    expect(gateToSave(confirmed, 'ou')).toBeNull();
    expect(gateToSave(confirmed, 'atlantis')).toBe('CAMPUS_PRIVATE');
  });

  it('[CAMP-07 in part] says that a private community is private', () => {
    expect(gateTexts.CAMPUS_PRIVATE).toBe('This community is private.');
  });
});
