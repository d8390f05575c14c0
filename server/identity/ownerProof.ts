import { rejection } from '#domain/kernel/rejection.ts';
import { userRejection } from '#domain/user/rejection.ts';
import { userFact } from '#domain/user/state.ts';
import type { Tries } from '../fairness/tries.ts';
import type { ProveOwner } from '../kernel/owner.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { FreshSignIn } from './freshSignIn.ts';
import { passwordWindows } from './login.ts';
import type { PasswordHashes } from './passwordHashes.ts';
import type { PasswordHasher, PasswordQueue } from './passwords.ts';

/** The proof by the password that stands, or by a fresh sign-in where there is none. */
export function createOwnerProof(options: {
  readonly dispatcher: Pick<Dispatcher, 'stateOf' | 'barOf'>;
  readonly hashes: Pick<PasswordHashes, 'find'>;
  readonly hasher: PasswordHasher;
  readonly queue: PasswordQueue;
  readonly tries: Tries;
  readonly freshSignIn: Pick<FreshSignIn, 'proves'>;
  readonly security: SecurityLog;
}): ProveOwner {
  const { freshSignIn, dispatcher, hashes, hasher, queue, tries, security } = options;
  return async (current, { userId, sessionId, address, fresh }) => {
    // These changes are the house's commands, which no bar closes by itself.
    const barred = await dispatcher.barOf(userId, 'change-ways-in');
    if (barred !== null) return barred;
    const { passwordId, email } = await dispatcher.stateOf(userFact(userId));
    if (passwordId === null) {
      return freshSignIn.proves(fresh, { userId, sessionId }) ? null : rejection('SIGN_IN_AGAIN');
    }
    if (current === '') return userRejection('PASSWORD_CURRENT_REQUIRED');
    const windows = passwordWindows(email ?? '', address);
    const hash = await hashes.find(userId, passwordId);
    const compare = () => hasher.matches(current, hash);
    const tried = await queue.run('login', address, () => tries.attempt(windows.all, compare));
    if (tried === 'right') return null;
    const isLocked = tried === 'locked';
    const code = isLocked ? 'LOGIN_LOCKED' : 'PASSWORD_CURRENT_WRONG';
    security(isLocked ? 'authn_login_lock' : 'authn_login_fail', { user: userId, address, code });
    return rejection(code);
  };
}
