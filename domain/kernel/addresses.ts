/**
 * First segments of the addresses of pages. The routes of the web are typed by them, and no user name may be one, because
 * `/{username}` is a profile (Q03, decisions D24).
 */
export const pageSegments = [
  '404',
  'ads',
  'create',
  'forgotpassword',
  'hand-over',
  'home',
  'login',
  'logout',
  'media',
  'messages',
  'moderation',
  'notifications',
  'post',
  'profile',
  'register',
  'saved',
  'search',
  'search_schools',
  'settings',
  'user_registration',
  'verify',
] as const;

/** The address of a page, in the router's syntax; the address that begins with a parameter is the profile's. */
export type PagePath = `/${(typeof pageSegments)[number]}${'' | `/${string}`}` | '/:username';

/**
 * Header of every answer of ours: what comes without it is somebody else's, such as the log-in of a network
 * (`web/worker/pageOrNothing.ts`).
 */
export const OWN_MARK = 'Quad-Site';

/** Parameter of a shared link: opened on another campus's host, it moves to the host of its campus (Q02). */
export const SHARED_QUERY = 'redirect';

/** The home page, on which people go on who have signed in, unless they were on their way to another one. */
export const SIGNED_IN_PATH = '/home' satisfies PagePath;

/**
 * In the query of a request to sign in: the page on which the client goes on. It is not in the body, which a server of the
 * release before refuses whole for a field that it does not know: such a server reads no query here.
 */
export const NEXT_PAGE = 'next';
