/** The viewer of a page, as far as the guards need it. */
export interface GuardViewer {
  readonly status: 'loading' | 'visitor' | 'user';
  /** The e-mail address is confirmed. */
  readonly verified: boolean;
  /** The school e-mail is verified for some campus. */
  readonly schoolVerified: boolean;
  readonly isModerator: boolean;
}

/**
 * `public`: everyone · `signed-out`: landing, log-in, register · `verify`: waits for the e-mail code ·
 * `protected`: signed in with a confirmed address (GUARD-14) · `edit`: the same, but visitors log in first (PROF-21, D39) ·
 * `signed-in`: also without (to log out) ·
 * `profile`: someone else's profile, and the search (D02, Q05, SRCH-15) · `moderator`: not found for everybody else.
 */
export type PageKind =
  | 'public'
  | 'signed-out'
  | 'verify'
  | 'protected'
  | 'edit'
  | 'signed-in'
  | 'profile'
  | 'moderator';

/** Result for a page: show it, wait, open another one, or continue signing in (`web/session/signInChain.ts`). */
export type Verdict = 'show' | 'wait' | 'continue' | { readonly to: string };

export const LANDING_PATH = '/user_registration';
export const LOGIN_PATH = '/login';
export const NOT_FOUND_PATH = '/404';
export const VERIFY_PATH = '/verify';
export const SCHOOL_PATH = '/settings/account/school_email';

/**
 * The pages that are not for everyone, by their address; the first pattern that fits counts. `*` stands for any rest,
 * also none. The router and the server decide by this one table. Profiles are not in it: they guard themselves, since
 * everybody may see their own.
 */
const GUARDED: readonly (readonly [pattern: string, kind: PageKind])[] = [
  [LANDING_PATH, 'signed-out'],
  [LOGIN_PATH, 'signed-out'],
  ['/login/sent', 'signed-out'],
  ['/register', 'signed-out'],
  [VERIFY_PATH, 'verify'],
  ['/logout', 'signed-in'],
  ['/ads/*', 'protected'],
  ['/post/:id/boost/*', 'protected'],
  ['/create/*', 'protected'],
  ['/saved', 'protected'],
  ['/messages/*', 'protected'],
  ['/notifications/*', 'protected'],
  ['/search', 'profile'],
  ['/profile/edit', 'edit'],
  ['/profile/*', 'protected'],
  // Nobody has to confirm an address to leave.
  ['/settings/account/delete', 'signed-in'],
  ['/settings/account/download', 'signed-in'],
  ['/settings/account/*', 'protected'],
  ['/settings/payments/:id', 'protected'],
  ['/moderation/*', 'moderator'],
];

/** The kind of the page at a path, or of a route's pattern. */
export function kindOfPage(path: string): PageKind {
  const asked = segmentsOf(path);
  const found = GUARDED.find(([pattern]) => {
    const wanted = segmentsOf(pattern);
    const isOpenEnded = wanted.at(-1) === '*';
    const fixed = isOpenEnded ? wanted.slice(0, -1) : wanted;
    if (!isOpenEnded && asked.length !== fixed.length) return false;
    return fixed.every((segment, index) => isSame(segment, asked[index]));
  });
  return found?.[1] ?? 'public';
}

/** Whether a segment of an address fits one of a pattern, of which a parameter fits everything. */
function isSame(wanted: string, asked: string | undefined): boolean {
  return wanted === asked || (wanted.startsWith(':') && asked !== undefined);
}

/** Without a slash at the end, as the router compares; it takes letters of either case for the same. */
function segmentsOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
}

/**
 * The rules of VERF-09, VERF-17, AUTH-34, GUARD-02, GUARD-14 and SHEL-06.
 *
 * @param genericSite the site of no single campus: it does not ask for a school (Q05)
 */
export function guard(page: PageKind, viewer: GuardViewer, genericSite: boolean): Verdict {
  if (page === 'public') return 'show';
  if (viewer.status === 'loading') return page === 'profile' ? 'show' : 'wait';
  const signedIn = viewer.status === 'user';
  switch (page) {
    case 'signed-out':
      return signedIn ? 'continue' : 'show';
    case 'verify':
      if (!signedIn) return { to: LANDING_PATH };
      return viewer.verified ? 'continue' : 'show';
    case 'signed-in':
      return signedIn ? 'show' : { to: '/' };
    case 'protected':
    case 'edit':
      if (!signedIn) return { to: page === 'edit' ? LOGIN_PATH : '/' };
      return viewer.verified ? 'show' : { to: VERIFY_PATH };
    case 'moderator':
      return viewer.isModerator ? 'show' : { to: NOT_FOUND_PATH };
    case 'profile':
      if (!signedIn) return 'show';
      if (!viewer.verified) return { to: VERIFY_PATH };
      return viewer.schoolVerified || genericSite ? 'show' : { to: SCHOOL_PATH };
  }
}

/** Query parameter of the school page: the page that was asked for, to which somebody goes on who joins elsewhere. */
export const WANTED = 'wanted';

/**
 * The address to which a guard leads.
 *
 * @param to path of a verdict
 * @param wanted the page that was asked for, with its query
 */
export function addressOfWay(to: string, wanted: string): string {
  return to === SCHOOL_PATH ? `${to}?${WANTED}=${encodeURIComponent(wanted)}` : to;
}

/**
 * Where the server leads a request for a page, before it sends anything; `null`: it sends the page. It leaves to the
 * router what depends on the tab's memory: going on with signing in, and a way to `/verify`, from which the tab returns
 * to the page that was asked for.
 *
 * @param address the path, with its query
 */
export function redirectOf(address: string, viewer: GuardViewer, genericSite: boolean): string | null {
  const [path = ''] = address.split('?');
  const verdict = guard(kindOfPage(path), viewer, genericSite);
  return typeof verdict === 'string' || verdict.to === VERIFY_PATH ? null : addressOfWay(verdict.to, address);
}
