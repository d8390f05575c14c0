import { describe, expect, it } from '@jest/globals';
import { VISITOR, type Viewer } from '#domain/kernel/access.ts';
import { userAccess } from '#domain/user/access.ts';
import { ada, bob } from '../samples.ts';

const unconfirmed: Viewer = { userId: ada, verified: false, memberOf: null, isModerator: false };
const confirmed: Viewer = { ...unconfirmed, verified: true };

describe('who may change an account', () => {
  const { RequestEmailCode, ChangeUnconfirmedEmail, ...others } = userAccess.mayDo;

  it.each(Object.entries(others))('[GUARD-02] %s: a user with a confirmed address', (_type, mayDo) => {
    expect([VISITOR, unconfirmed, confirmed].map((viewer) => mayDo(viewer)?.code ?? null)).toEqual([
      'SIGNED_OUT',
      'EMAIL_NOT_CONFIRMED',
      null,
    ]);
  });

  it.each(Object.entries({ RequestEmailCode, ChangeUnconfirmedEmail }))(
    '%s: a user with an address, to confirm it',
    (_type, mayDo) => {
      expect([VISITOR, unconfirmed].map((viewer) => mayDo(viewer)?.code ?? null)).toEqual(['SIGNED_OUT', null]);
    },
  );
});

describe('who may see a person of a private campus', () => {
  it('[PROF-01] [CAMP-07 in part] its members, and always the person themselves', () => {
    const seenBy = (viewer: Viewer) => userAccess.maySee({ ...viewer, closed: ['ut'] }, { id: ada, campus: 'ut' });
    expect(seenBy(VISITOR)).toBe(false);
    expect(seenBy({ userId: bob, verified: true, memberOf: 'ou', isModerator: false })).toBe(false);
    expect(seenBy({ userId: bob, verified: true, memberOf: 'ut', isModerator: false })).toBe(true);
    expect(seenBy(unconfirmed)).toBe(true);
  });

  it('the account itself: nobody else', () => {
    expect(userAccess.maySeeAccount(unconfirmed, ada)).toBe(true);
    for (const viewer of [VISITOR, { ...confirmed, userId: bob, memberOf: 'ut', isModerator: false }])
      expect(userAccess.maySeeAccount(viewer, ada)).toBe(false);
  });
});
