import { rejection } from '#domain/kernel/rejection.ts';
import { userRejection } from '#domain/user/rejection.ts';
import { userFact } from '#domain/user/state.ts';
import type { ProveOwner } from '../kernel/owner.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { passwordWindows } from './login.ts';
import type { PasswordHashes } from './passwordHashes.ts';
import type { PasswordHasher, PasswordQueue } from './passwords.ts';
import type { Tries } from './tries.ts';

/** The proof by the password that stands. */
export function createOwnerProof(options: {
  readonly dispatcher: Pick<Dispatcher, 'stateOf'>;
  readonly hashes: Pick<PasswordHashes, 'find'>;
  readonly hasher: PasswordHasher;
  readonly queue: PasswordQueue;
  readonly tries: Tries;
  readonly security: SecurityLog;
}): ProveOwner {
  const { dispatcher, hashes, hasher, queue, tries, security } = options;
  return async (current, { userId, address }) => {
    const { passwordId, email } = await dispatcher.stateOf(userFact(userId));
    if (passwordId === null) return null;
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
