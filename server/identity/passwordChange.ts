import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { inWordsOfChange } from '#domain/user/passwordForm.ts';
import { userRejection } from '#domain/user/rejections.ts';
import { userFact } from '#domain/user/state.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { passwordWindows } from './login.ts';
import type { CheckNewPassword } from './newPassword.ts';
import type { PasswordHashes } from './passwordHashes.ts';
import type { PasswordHasher, PasswordQueue } from './passwords.ts';
import type { WritePassword } from './passwordWriter.ts';
import type { Sessions } from './sessions.ts';
import type { Tries } from './tries.ts';

/** The form of `/settings/account/password`; `id` is the browser's command id, kept over retries. */
export interface PasswordForm {
  readonly id: string;
  /** The password that stands; empty for an account without one (Q71). */
  readonly current: string;
  readonly password: string;
}

/** Who changes a password. */
export interface PasswordOwner {
  readonly userId: string;
  /** It goes on; all others end. */
  readonly sessionId: string;
  readonly campus: string;
  /** Network address. */
  readonly address: string;
}

/**
 * Changes the password of a signed-in user, or sets the first one (SETT-07, Q71), and ends the user's other sessions. Tries
 * of the password that stands count with those of log-ins (AUTH-08).
 *
 * @returns why it was not changed, or `null`
 * @throws Unavailable the outcome is unknown: try again with the same id
 * @throws QueueFull try again later
 */
export type ChangePassword = (form: PasswordForm, by: PasswordOwner) => Promise<Rejection | null>;

/** Makes the change of passwords. */
export function createPasswordChange(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>;
  readonly hashes: Pick<PasswordHashes, 'find'>;
  readonly hasher: PasswordHasher;
  readonly queue: PasswordQueue;
  readonly tries: Tries;
  readonly checkNew: CheckNewPassword;
  readonly writePassword: WritePassword;
  readonly sessions: Pick<Sessions, 'endOthersOf'>;
  readonly security: SecurityLog;
}): ChangePassword {
  const { dispatcher, hashes, hasher, queue, tries, checkNew, writePassword, sessions, security } = options;

  /** Why the password that was given is not the one that stands, or `null`. */
  async function checkCurrent(current: string, passwordId: string, email: string, by: PasswordOwner) {
    if (current === '') return userRejection('PASSWORD_CURRENT_REQUIRED');
    const windows = passwordWindows(email, by.address);
    const hash = await hashes.find(by.userId, passwordId);
    const compare = () => hasher.matches(current, hash);
    const tried = await queue.run('login', by.address, () => tries.attempt(windows.all, compare));
    if (tried === 'right') return null;
    const code = tried === 'locked' ? 'LOGIN_LOCKED' : 'PASSWORD_CURRENT_WRONG';
    security(tried === 'locked' ? 'authn_login_lock' : 'authn_login_fail', {
      user: by.userId,
      address: by.address,
      code,
    });
    return rejection(code);
  }

  return async ({ id, current, password }, by) => {
    const { userId, campus, address } = by;
    const problem = await checkNew(password);
    if (problem !== null) return inWordsOfChange(problem);
    const user = await dispatcher.stateOf(userFact(userId));
    const passwordId = newId(effectiveCommandId(userId, id), 0);
    const replaces = user.passwordId;
    // The same form again, after its answer was lost: the current password is the new one by now.
    const isDone = replaces === passwordId;
    if (!isDone && replaces !== null) {
      const wrong = await checkCurrent(current, replaces, user.email ?? '', by);
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
