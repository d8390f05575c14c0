import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { Rejection } from '#domain/kernel/rejection.ts';
import { parseEmail } from '#domain/user/email.ts';
import { parseName } from '#domain/user/name.ts';
import { userRejection } from '#domain/user/rejection.ts';
import { userFact } from '#domain/user/state.ts';
import { createKeyedLock } from '../concurrency/keyedLock.ts';
import type { FairThrottle } from '../fairness/fairThrottle.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { CredentialVault } from '../ports/vault.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { keepFirstPassword } from './firstPassword.ts';
import type { CheckNewPassword } from './newPassword.ts';
import type { PasswordHasher, PasswordQueue } from './passwords.ts';
import { expireUnconfirmedHolder } from './unconfirmed/expireHolder.ts';

/** Input of the form of `/register`; `id` is the browser's command id, kept over retries. */
export interface Registration {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** The new account, or all problems of the form. */
export type Registered =
  | { readonly ok: true; readonly userId: string; readonly position: string | null }
  | { readonly ok: false; readonly rejections: readonly [Rejection, ...Rejection[]] };

/**
 * Signs people up. `address` is the network address.
 * @throws Unavailable the outcome is unknown: try again with the same id
 * @throws QueueFull try again later
 */
export type Register = (form: Registration, campus: string, address: string) => Promise<Registered>;

/** Makes the registration. It writes the password's hash to the vault before the account to the log (decisions D07). */
export function createRegister(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf' | 'ownerOf'>;
  readonly credentials: CredentialVault;
  readonly hasher: PasswordHasher;
  readonly queue: PasswordQueue;
  readonly throttle: FairThrottle;
  readonly checkNew: CheckNewPassword;
  readonly clock: () => Date;
  readonly security: SecurityLog;
}): Register {
  const { dispatcher, credentials, checkNew, security } = options;
  const locks = createKeyedLock();

  const isRegistered = async (userId: string) => (await dispatcher.stateOf(userFact(userId))).userId !== null;

  async function register(
    { id, email, name, password }: Registration,
    campus: string,
    address: string,
  ): Promise<Registered> {
    const commandId = effectiveCommandId('visitor', id);
    const userId = newId(commandId, 0);
    const kept = await keepFirstPassword({ userId, commandId, campus, address }, password, {
      ...options,
      isRegistered,
    });
    if (!kept.ok) return { ok: false, rejections: [kept.rejection] };
    await expireUnconfirmedHolder(dispatcher, email, userId, campus);
    const outcome = await dispatcher.dispatch(
      { id, type: 'RegisterUser', version: 1, data: { email, name, acceptedTerms: true } },
      { actor: { kind: 'visitor' }, campus, origin: 'server' },
    );
    if (outcome.ok) {
      security('user_created', { user: userId, address });
      return { ok: true, userId, position: outcome.position };
    }
    // A hash of an earlier copy may belong to that copy's account: the sweeper decides.
    if (kept.added !== null && !(await isRegistered(userId))) await credentials.remove(userId, kept.added);
    return { ok: false, rejections: [outcome.rejection] };
  }

  return async (form, campus, address) => {
    const [first, ...others] = problemsOf(form, await checkNew(form.password));
    if (first !== undefined) return { ok: false, rejections: [first, ...others] };
    return locks.run(form.id, () => register(form, campus, address));
  };
}

/** Problems of the fields, in their order on the form (AUTH-13, AUTH-14). */
function problemsOf({ email, name }: Registration, ofPassword: Rejection | null): readonly Rejection[] {
  const parsedName = parseName(name);
  const problems = [emailProblem(email), parsedName.ok ? null : parsedName.rejection, ofPassword];
  return problems.filter((problem) => problem !== null);
}

function emailProblem(email: string): Rejection | null {
  if (email.trim() === '') return userRejection('EMAIL_REQUIRED');
  return parseEmail(email) === null ? userRejection('EMAIL_REFUSED') : null;
}
