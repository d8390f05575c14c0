import { describe, expect, it } from '@jest/globals';
import { type ChainState, nextInChain, safeReturnPath } from '#web/session/signInChain.ts';

const fresh: ChainState = {
  verified: false,
  schoolVerified: false,
  genericSite: false,
  askForSchool: true,
  returnPath: null,
};

describe('the way in', () => {
  it('[VERF-09] begins with the e-mail code', () => {
    expect(nextInChain({ ...fresh, returnPath: '/post/1' })).toBe('/verify');
  });

  it('[VERF-17] then asks for the school once for each sign-in, on the generic site not at all', () => {
    expect(nextInChain({ ...fresh, verified: true })).toBe('/settings/account/school_email');
    expect(nextInChain({ ...fresh, verified: true, askForSchool: false })).toBe('/home');
    expect(nextInChain({ ...fresh, verified: true, genericSite: true })).toBe('/home');
    expect(nextInChain({ ...fresh, verified: true, schoolVerified: true })).toBe('/home');
  });

  it('[AUTH-33] ends where the person was asked to sign in', () => {
    expect(nextInChain({ ...fresh, verified: true, schoolVerified: true, returnPath: '/post/1' })).toBe('/post/1');
  });

  it('[AUTH-33] leads to no other site and into no circle', () => {
    for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', 'post/1', '', null]) {
      expect(safeReturnPath(path)).toBeNull();
    }
    // Browsers leave tabs and line breaks out of addresses, and read a backslash as a slash.
    for (const path of ['/\t/evil.example', '/\n/evil.example', '/\r\n/evil.example', '/x\\..\\..', '/\0']) {
      expect(safeReturnPath(path)).toBeNull();
    }
    for (const path of ['/login/sent?email=a@ou.edu', '/forgotpassword', '/forgotpassword/new?email=a@ou.edu']) {
      expect(safeReturnPath(path)).toBeNull();
    }
    for (const path of ['/', '/login?method=password', '/register', '/verify', '/logout', '/user_registration#x']) {
      expect(safeReturnPath(path)).toBeNull();
    }
    expect(safeReturnPath('/post/1?x=1#comments')).toBe('/post/1?x=1#comments');
    // Who signs in again to prove who they are goes on where they were asked to.
    for (const path of ['/settings/account/delete', '/settings/account/download', '/settings/account/email']) {
      expect(safeReturnPath(path)).toBe(path);
    }
  });
});
