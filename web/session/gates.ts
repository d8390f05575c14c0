import type { GuardViewer } from './guard.ts';

/** Why someone is asked to sign in: the auth modal's text is about it (AUTH-32). */
export type Reason = 'like' | 'comment' | 'post' | 'join campus';

/** What stands between a person and an action. */
export type Gate = 'open' | 'wait' | 'sign in' | 'confirm e-mail' | 'verify school' | 'complete profile';

/** The gates in their order (POST-15, COMM-06, SAVE-11, D18, Q42). The server holds to the same rules. */
export function gateFor(
  action: Reason,
  viewer: GuardViewer & { readonly profileComplete: boolean; readonly member: boolean },
): Gate {
  if (viewer.status === 'loading') return 'wait';
  if (viewer.status === 'visitor') return 'sign in';
  if (!viewer.verified) return 'confirm e-mail';
  if (action === 'like') return 'open';
  if (!viewer.member) return 'verify school';
  if (action === 'post' && !viewer.profileComplete) return 'complete profile';
  return 'open';
}
