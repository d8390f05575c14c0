import { PROTOCOL_VERSION } from './protocol.ts';

/** Why a handshake was refused: the page's session is not the cookies' any more. The page asks who is signed in. */
export const SESSION_CHANGED = 'SESSION_CHANGED';
/** Why a handshake was refused: the page is of another release, and neither understands the other. It has to be reloaded. */
export const PROTOCOL_CHANGED = 'PROTOCOL_CHANGED';
/** Why a handshake or a request was refused: the site is not for where the browser is (GUARD-07). */
export const OUTSIDE_AREA = 'OUTSIDE_AREA';

/**
 * Whether a connection speaks this protocol. A page stays open for days: a newer hub would refuse its packets as
 * malformed, without a reason that the page could show.
 *
 * @param auth what the page sent beside its cookies: `protocol` is its version; programs may leave it out
 */
export function speaksProtocol(auth: unknown): boolean {
  if (typeof auth !== 'object' || auth === null || !('protocol' in auth)) return true;
  return auth.protocol === PROTOCOL_VERSION;
}

/**
 * Whether a connection belongs to the session that its page shows. A page that missed a log-out, or another log-in,
 * would take another user's answers for its own: missing saves, and a cursor past documents that it never received
 * (P5).
 *
 * @param auth what the page sent beside its cookies: `user` is the user it shows, `null` a visitor; programs leave it
 *   out and are identified by cookies alone
 * @param userId the cookies' user, `null`: signed out
 */
export function isOfPage(auth: unknown, userId: string | null): boolean {
  if (typeof auth !== 'object' || auth === null || !('user' in auth)) return true;
  return auth.user === userId;
}

/** The name under which a page sends its own random id beside its cookies. */
export const PAGE = 'page';
/** A random id, as pages make it. */
const PAGE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The page that a connection is of: it has one at a time, and a later one takes its place.
 *
 * @returns its random id; `null`: it is of none, as those of programs
 */
export function pageOf(auth: unknown): string | null {
  if (typeof auth !== 'object' || auth === null || !(PAGE in auth)) return null;
  const page = auth[PAGE];
  return typeof page === 'string' && PAGE_ID.test(page) ? page : null;
}
