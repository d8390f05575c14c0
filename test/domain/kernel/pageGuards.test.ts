import { describe, expect, it } from '@jest/globals';
import { type GuardViewer, guard, kindOfPage, redirectOf } from '#domain/kernel/pageGuards.ts';
import { type ChainState, nextInChain, safeReturnPath } from '#web/session/signInChain.ts';

const PATHS = [
  ...['/', '/home', '/404', '/login', '/login/sent', '/register', '/user_registration', '/verify', '/logout'],
  ...['/saved', '/profile', '/profile/set-up', '/profile/edit', '/create/post', '/create/comment/1', '/moderation'],
  ...['/moderation/bans', '/settings', '/settings/account', '/settings/account/school_email', '/maya', '/post/1'],
];
const visitor: GuardViewer = { status: 'visitor', verified: false, schoolVerified: false, isModerator: false };
const both = [false, true];
/** Every viewer that there can be: nobody joins a campus or becomes a moderator without a confirmed address. */
const VIEWERS: readonly GuardViewer[] = [
  visitor,
  { ...visitor, status: 'user' },
  ...both.flatMap((schoolVerified) =>
    both.map((isModerator): GuardViewer => ({ status: 'user', verified: true, schoolVerified, isModerator })),
  ),
];
/** Every memory that a tab can have of a sign-in. */
const MEMORIES = both.flatMap((genericSite) =>
  both.flatMap((askForSchool) => [null, ...PATHS].map((path) => ({ genericSite, askForSchool, path }))),
);

describe('the table of guarded pages', () => {
  it('[GUARD-14 in part] knows the protected pages, also with a slash at the end or in capitals', () => {
    for (const path of [
      ...['/profile/set-up', '/ads', '/ads/an-ad', '/messages', '/notifications', '/saved'],
      ...['/settings/account', '/settings/account/sessions', '/create/post', '/post/a-post/boost'],
    ])
      expect([path, kindOfPage(path), kindOfPage(`${path}/`), kindOfPage(path.toUpperCase())]).toEqual([
        path,
        ...Array(3).fill('protected'),
      ]);
    for (const path of ['/home', '/settings', '/settings/accounts', '/profiles', '/savedx', '/maya', '/login/google'])
      expect([path, kindOfPage(path)]).toEqual([path, 'public']);
  });

  it('[AUTH-30] [AUTH-34] [VERF-09] [GUARD-14 in part] knows the pages of the way in and out', () => {
    for (const path of ['/user_registration', '/login', '/login/sent', '/register'])
      expect([path, kindOfPage(path)]).toEqual([path, 'signed-out']);
    expect(kindOfPage('/verify')).toBe('verify');
    // Who has not confirmed an address may log out, too.
    expect(kindOfPage('/logout')).toBe('signed-in');
  });

  it('[SHEL-06] [PROF-21 in part] leads visitors to /, from the edit page to /login (D39), from /verify to the landing page', () => {
    expect(redirectOf('/saved', visitor, false)).toBe('/');
    expect(redirectOf('/profile/edit', visitor, false)).toBe('/login');
    expect(redirectOf('/verify', visitor, false)).toBe('/user_registration');
    expect(redirectOf('/moderation', visitor, false)).toBe('/404');
  });

  it('[GUARD-02 in part] leaves to the router what depends on the memory of the tab', () => {
    const fresh: GuardViewer = { ...visitor, status: 'user' };
    for (const path of ['/saved', '/login', '/verify']) expect(redirectOf(path, fresh, false)).toBe(null);
  });

  it('never leads in a circle: every way ends with a page that is shown', () => {
    for (const viewer of VIEWERS) {
      for (const { path: remembered, ...memory } of MEMORIES) {
        const chain = { ...viewer, ...memory, returnPath: safeReturnPath(remembered) };
        const ways = PATHS.map((path) => wayFrom(path, viewer, chain));
        expect(ways.filter((way) => new Set(way).size < way.length || way.length > 4)).toEqual([]);
      }
    }
  });
});

/** The pages that a viewer is led over from a path, up to the first that repeats. */
function wayFrom(path: string, viewer: GuardViewer, chain: ChainState): readonly string[] {
  const way: string[] = [];
  for (let at = path; ; ) {
    way.push(at);
    if (way.indexOf(at) < way.length - 1) return way;
    const verdict = guard(kindOfPage(at), viewer, chain.genericSite);
    if (verdict === 'wait') throw new Error('It is known who looks.');
    if (verdict === 'show') return way;
    at = verdict === 'continue' ? nextInChain(chain) : verdict.to;
  }
}
