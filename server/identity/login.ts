import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { normaliseEmail, parseEmail } from '#domain/user/email.ts';
import { userRejection } from '#domain/user/rejection.ts';
import type { SignInProof } from '#domain/user/signIn.ts';
import { userFact } from '#domain/user/state.ts';
import type { Tries, TryWindow } from '../fairness/tries.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { LOGIN_ACCOUNT_MAX_FAILURES, LOGIN_ADDRESS_MAX_FAILURES, LOGIN_WINDOW_MS } from './limits.ts';
import type { PasswordHashes } from './passwordHashes.ts';
import type { PasswordHasher, PasswordQueue } from './passwords.ts';

/** The form of `/login`. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export type LoggedIn =
  | { readonly ok: true; readonly userId: string; readonly proof: SignInProof }
  | { readonly ok: false; readonly rejection: Rejection };

/** Checks e-mail and password. `address` is the network address. @throws QueueFull try again later */
export type LogIn = (credentials: Credentials, address: string) => Promise<LoggedIn>;

const no = (problem: Rejection): LoggedIn => ({ ok: false, rejection: problem });

/** Makes the login, with the exact texts of AUTH-06, AUTH-08 and AUTH-09 in this order. */
export function createLogIn(options: {
  readonly dispatcher: Pick<Dispatcher, 'ownerOf' | 'stateOf'>;
  readonly hashes: Pick<PasswordHashes, 'find'>;
  readonly hasher: PasswordHasher;
  readonly queue: PasswordQueue;
  readonly tries: Tries;
  readonly security: SecurityLog;
}): LogIn {
  const { dispatcher, hashes, hasher, queue, tries, security } = options;

  return async ({ email, password }, address) => {
    if (email.trim() === '') return no(userRejection('EMAIL_REQUIRED'));
    if (parseEmail(email) === null) return no(userRejection('EMAIL_REFUSED'));
    if (password === '') return no(userRejection('PASSWORD_REQUIRED'));

    const windows = passwordWindows(normaliseEmail(email), address);
    const userId = await dispatcher.ownerOf('email', normaliseEmail(email));
    const refuse = (event: 'authn_login_fail' | 'authn_login_lock', code: string): LoggedIn => {
      security(event, { user: userId, address, code });
      return no(rejection(code));
    };
    // Before the queue, so that tries on a locked account do not occupy it.
    if (await tries.usedUp(windows.all)) return refuse('authn_login_lock', 'LOGIN_LOCKED');

    const passwordId = userId === null ? null : (await dispatcher.stateOf(userFact(userId))).passwordId;
    const hash = userId === null || passwordId === null ? null : await hashes.find(userId, passwordId);
    const compare = () => hasher.matches(password, hash);
    // Only a compared password counts as a try, not a time-out in the queue.
    const tried = await queue.run('login', address, () => tries.attempt(windows.all, compare));
    if (tried === 'locked') return refuse('authn_login_lock', 'LOGIN_LOCKED');
    if (userId === null) return refuse('authn_login_fail', 'LOGIN_UNKNOWN');
    if (tried === 'wrong' || passwordId === null) return refuse('authn_login_fail', 'PASSWORD_WRONG');
    await tries.forget(windows.account);
    security('authn_login_success', { user: userId, address });
    return { ok: true, userId, proof: { way: 'password', passwordId } };
  };
}

/** The window in which the failed logins of an account count (AUTH-08). @param email normalised */
export function accountWindow(email: string): TryWindow {
  return { name: 'login', value: email, max: LOGIN_ACCOUNT_MAX_FAILURES, windowMs: LOGIN_WINDOW_MS };
}

/** All windows in which a wrong password counts. @param email normalised */
export function passwordWindows(email: string, address: string): { account: TryWindow; all: readonly TryWindow[] } {
  const account = accountWindow(email);
  const network = { name: 'login-ip', value: address, max: LOGIN_ADDRESS_MAX_FAILURES, windowMs: LOGIN_WINDOW_MS };
  return { account, all: [account, network] };
}
