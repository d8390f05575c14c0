import type { Denial } from '../kernel/access.ts';
import { userRejection } from './rejection.ts';
import { isStanding, type UserState } from './state.ts';

/** How somebody has proven to be a user. */
export type SignInProof =
  /**
   * With the password of this id: another one, or none, may stand by the time that the session begins. So may it after a
   * sign-up, whose form may be sent again long after.
   */
  | { readonly way: 'password'; readonly passwordId: string }
  /** With another session: it may have ended by the time that the new one begins. */
  | { readonly way: 'hand-over'; readonly sessionId: string }
  /** With a Google account: its link may be undone by the time that the session begins. */
  | { readonly way: 'google'; readonly googleId: string }
  /** With something that cannot have lost its power since: a code that was used up, a device's word. */
  | { readonly way: 'link' | 'passkey' };

/**
 * Whether a session may begin, by whatever way of signing in. It is asked once the session stands, so that a change of
 * the account that comes later finds the session and ends it.
 */
export function mayOpenSession(
  user: UserState,
  proof: SignInProof,
): Denial<'USER_UNKNOWN' | 'USER_ERASED' | 'PASSWORD_OUTDATED' | 'GOOGLE_INVALID'> {
  if (!isStanding(user)) return userRejection(user.erased ? 'USER_ERASED' : 'USER_UNKNOWN');
  if (proof.way === 'google' && proof.googleId !== user.googleId) return userRejection('GOOGLE_INVALID');
  const isOutdated = proof.way === 'password' && proof.passwordId !== user.passwordId;
  return isOutdated ? userRejection('PASSWORD_OUTDATED') : null;
}
