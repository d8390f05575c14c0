import { describe, expect, it } from '@jest/globals';
import { maySearchCampus, maySeeCampus } from '#domain/campus/access.ts';
import { campuses } from '#domain/campus/registry.ts';
import { type Denial, mustBeConfirmed, type Reader, VISITOR, type Viewer } from '#domain/kernel/access.ts';
import { postAccess } from '#domain/post/access.ts';
import { rejectionText } from '#domain/registry.ts';
import { saveAccess } from '#domain/save/access.ts';
import { isProfileComplete, type ProfileFacts } from '#domain/user/access.ts';
import { ada } from '../samples.ts';

const complete = { hasPicture: true, hasBio: true };
const unconfirmed: Viewer = { userId: ada, verified: false, memberOf: null, isModerator: false };
const confirmed: Viewer = { userId: ada, verified: true, memberOf: null, isModerator: false };
const ouMember: Viewer = { userId: ada, verified: true, memberOf: 'ou', isModerator: false };

const codeOf = (denied: Denial) => denied?.code ?? null;
const onComment = (viewer: Viewer, campus: string) => codeOf(postAccess.mayDo.AddComment(viewer, { campus }));
const onSave = (viewer: Viewer, campus: string, closed: readonly string[] = []) =>
  codeOf(saveAccess.mayDo.SavePost({ ...viewer, closed }, { campus }));

function onPost(viewer: Viewer, profile: ProfileFacts, campus: string): string | null {
  return codeOf(postAccess.mayDo.CreatePost(viewer, { campus, profile }));
}

describe('access', () => {
  it('[FEED-28] everyone may see a public campus, nobody one that is not there', () => {
    for (const campus of campuses) expect(maySeeCampus({ ...VISITOR, closed: [] }, campus.id)).toBe(true);
    expect(maySeeCampus({ ...ouMember, closed: [] }, 'atlantis')).toBe(false);
  });

  it('[CAMP-07 in part] [CAMP-08] [P8] a closed campus is for its verified members, and no other campus closes', () => {
    const seenBy = (viewer: Viewer, campus: string) =>
      maySeeCampus({ ...viewer, closed: ['ou'] } satisfies Reader, campus);
    expect([VISITOR, unconfirmed, confirmed, ouMember].map((viewer) => seenBy(viewer, 'ou'))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(seenBy({ ...ouMember, memberOf: 'ut' }, 'ou')).toBe(false);
    expect(seenBy(VISITOR, 'ut')).toBe(true);
  });

  it('[GUARD-02] acting needs an account with a confirmed address', () => {
    expect([VISITOR, unconfirmed, confirmed].map((viewer) => codeOf(mustBeConfirmed(viewer)))).toEqual([
      'SIGNED_OUT',
      'EMAIL_NOT_CONFIRMED',
      null,
    ]);
  });

  it('[COMM-06] commenting needs membership of that campus', () => {
    expect(onComment(confirmed, 'ou')).toBe('SCHOOL_NOT_VERIFIED');
    expect(onComment(ouMember, 'ut')).toBe('OTHER_CAMPUS');
    expect(onComment(ouMember, 'ou')).toBeNull();
  });

  it('[POST-15] posting needs a complete profile on top', () => {
    expect(onPost(ouMember, { hasPicture: true, hasBio: false }, 'ou')).toBe('PROFILE_INCOMPLETE');
    expect(onPost(ouMember, complete, 'ou')).toBeNull();
    expect(onPost(unconfirmed, complete, 'ou')).toBe('EMAIL_NOT_CONFIRMED');
    expect(isProfileComplete({ hasPicture: false, hasBio: true })).toBe(false);
  });

  it('[SAVE-11] saving needs no school', () => {
    expect(onSave(VISITOR, 'ou')).toBe('SIGNED_OUT');
    expect(onSave(unconfirmed, 'ou')).toBe('EMAIL_NOT_CONFIRMED');
    expect(onSave(confirmed, 'ou')).toBeNull();
    expect(onSave(confirmed, 'atlantis')).toBe('CAMPUS_PRIVATE');
    expect(onSave(confirmed, 'ou', ['ou'])).toBe('CAMPUS_PRIVATE');
    expect(onSave(ouMember, 'ou', ['ou'])).toBeNull();
  });

  it('[SRCH-15 in part] a search asks the signed-in for address and school, on the generic site for neither (Q05)', () => {
    const onSearch = (viewer: Viewer, campus: string) => codeOf(maySearchCampus({ ...viewer, closed: [] }, campus));
    for (const [viewer, code] of [
      [VISITOR, null],
      [unconfirmed, 'EMAIL_NOT_CONFIRMED'],
      [confirmed, 'SCHOOL_NOT_VERIFIED'],
      [ouMember, null],
    ] as const) {
      expect([viewer, onSearch(viewer, 'ou')]).toEqual([viewer, code]);
      expect([viewer, onSearch(viewer, 'campus')]).toEqual([viewer, null]);
    }
    expect(codeOf(maySearchCampus({ ...VISITOR, closed: ['ou'] }, 'ou'))).toBe('CAMPUS_PRIVATE');
  });

  it('[CAMP-07 in part] says that a private community is private', () => {
    expect(rejectionText({ code: 'CAMPUS_PRIVATE', data: {} })).toBe('This community is private.');
  });
});
