import { PROTOCOL_VERSION } from './protocol.ts';

/** Why a handshake was refused: the page's session is not the cookies' any more. The page asks who is signed in. */
export const SESSION_CHANGED = 'SESSION_CHANGED';
/** Why a handshake was refused: the page is of another release, and neither understands the other. It has to be reloaded. */
export const PROTOCOL_CHANGED = 'PROTOCOL_CHANGED';

/**
 * Whether a connection speaks this protocol. A page stays open for days: its first packets to a newer hub would be
 * refused as malformed, and it could tell nobody why.
 *
 * @param auth what the page said beside its cookies: `protocol` is its version; programs may leave it out
 */
export function speaksProtocol(auth: unknown): boolean {
  if (typeof auth !== 'object' || auth === null || !Object.hasOwn(auth, 'protocol')) return true;
  return (auth as { readonly protocol: unknown }).protocol === PROTOCOL_VERSION;
}

/**
 * Whether a connection is of the session that its page shows. A page that has not heard of a log-out, or of another
 * log-in, would take what is told to somebody else for what is told to its user: that there are no saves, and a
 * cursor behind which some were never told (P5).
 *
 * @param auth what the page said beside its cookies: `user` is whom it takes itself for, `null` a visitor; programs
 *   leave it out and are whoever their cookies say
 * @param userId whom the cookies stand for, `null`: signed out
 */
export function isOfPage(auth: unknown, userId: string | null): boolean {
  if (typeof auth !== 'object' || auth === null || !Object.hasOwn(auth, 'user')) return true;
  return (auth as { readonly user: unknown }).user === userId;
}
