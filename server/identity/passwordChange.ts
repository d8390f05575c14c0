import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { Rejection } from '#domain/kernel/rejection.ts';
import { inWordsOfChange } from '#domain/user/passwordForm.ts';
import { userFact } from '#domain/user/state.ts';
import type { Owner, ProveOwner } from '../kernel/owner.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { CheckNewPassword } from './newPassword.ts';
import type { WritePassword } from './passwordWriter.ts';
import type { Sessions } from './sessions.ts';

/** The form of `/settings/account/password`; `id` is the browser's command id, kept over retries. */
export interface PasswordForm {
  readonly id: string;
  /** The password that stands; empty for an account without one (Q71). */
  readonly current: string;
  readonly password: string;
}

/**
 * Changes the password of a signed-in user, or sets the first one (SETT-07, Q71), and ends the user's other sessions.
 *
 * @returns why it was not changed, or `null`
 * @throws Unavailable the outcome is unknown: try again with the same id
 * @throws QueueFull try again later
 */
export type ChangePassword = (form: PasswordForm, by: Owner) => Promise<Rejection | null>;

/** Makes the change of passwords. */
export function createPasswordChange(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>;
  readonly proveOwner: ProveOwner;
  readonly checkNew: CheckNewPassword;
  readonly writePassword: WritePassword;
  readonly sessions: Pick<Sessions, 'endOthersOf'>;
  readonly security: SecurityLog;
}): ChangePassword {
  const { dispatcher, proveOwner, checkNew, writePassword, sessions, security } = options;

  return async ({ id, current, password }, by) => {
    const { userId, campus, address } = by;
    const problem = await checkNew(password);
    if (problem !== null) return inWordsOfChange(problem);
    const user = await dispatcher.stateOf(userFact(userId));
    const passwordId = newId(effectiveCommandId(userId, id), 0);
    const replaces = user.passwordId;
    // The same form again, after its answer was lost: the current password is the new one by now.
    const isDone = replaces === passwordId;
    if (!isDone) {
      const wrong = await proveOwner(current, by);
      if (wrong !== null) return wrong;
    }
    const command =
      replaces === null
        ? { type: 'SetPassword', data: { userId, passwordId } }
        : { type: 'ChangePassword', data: { userId, passwordId, replaces } };
    const refused = await writePassword({ userId, passwordId, password, address }, async () => {
      if (isDone) return { ok: true, position: null, events: [] };
      const actor = { kind: 'system', name: `password-change-${userId}` } as const;
      return dispatcher.dispatch({ id, version: 1, ...command }, { actor, campus, origin: 'server' });
    });
    if (refused !== null) return refused;
    await sessions.endOthersOf(userId, by.sessionId);
    security('authn_password_change', { user: userId, address });
    return null;
  };
}
