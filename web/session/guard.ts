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
 * `profile`: someone else's profile (D02, Q05) · `moderator`: not found for everybody else.
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

/** Result for a page: show it, wait, open another one, or continue signing in (`signInChain.ts`). */
export type Verdict = 'show' | 'wait' | 'continue' | { readonly to: string };

export const LANDING_PATH = '/user_registration';
export const LOGIN_PATH = '/login';
export const NOT_FOUND_PATH = '/404';
export const VERIFY_PATH = '/verify';
export const SCHOOL_PATH = '/settings/account/school_email';

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
