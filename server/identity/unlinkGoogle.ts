import type { Rejection } from '#domain/kernel/rejection.ts';
import type { Owner, ProveOwner } from '../kernel/owner.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Sessions } from './sessions.ts';

/**
 * Undoes the link of a signed-in user's account with a Google account, and ends the user's other sessions: the Google
 * account may have begun them.
 *
 * @param form.id the browser's command id, kept over retries
 * @param form.current the password that stands
 * @returns why the link stands, or `null`
 * @throws Unavailable the outcome is unknown: try again with the same id
 */
export type UnlinkGoogle = (
  form: { readonly id: string; readonly current: string },
  by: Owner,
) => Promise<Rejection | null>;

/** Makes the undoing of links with Google. */
export function createUnlinkGoogle(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  readonly proveOwner: ProveOwner;
  readonly sessions: Pick<Sessions, 'endOthersOf'>;
  readonly security: SecurityLog;
}): UnlinkGoogle {
  const { dispatcher, proveOwner, sessions, security } = options;
  return async ({ id, current }, by) => {
    const { userId, campus, address } = by;
    const wrong = await proveOwner(current, by);
    if (wrong !== null) return wrong;
    const actor = { kind: 'system', name: `google-${userId}` } as const;
    const command = { id, type: 'UnlinkGoogle', version: 1, data: { userId } };
    const outcome = await dispatcher.dispatch(command, { actor, campus, origin: 'server' });
    if (!outcome.ok) return outcome.rejection;
    await sessions.endOthersOf(userId, by.sessionId);
    security('authn_google_unlinked', { user: userId, address });
    return null;
  };
}
