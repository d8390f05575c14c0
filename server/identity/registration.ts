import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { parseEmail } from '#domain/user/email.ts';
import { parseName } from '#domain/user/name.ts';
import { checkPassword } from '#domain/user/password.ts';
import { userRejection } from '#domain/user/rejections.ts';
import type { UserState } from '#domain/user/state.ts';
import { createKeyedLock } from '../concurrency/keyedLock.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { CredentialVault } from '../ports/vault.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { expireUnconfirmedHolder } from './expireHolder.ts';
import type { FairThrottle } from './fairThrottle.ts';
import { SIGN_UP_LIMIT_SECONDS } from './limits.ts';
import type { PasswordHasher, PasswordQueue } from './passwords.ts';

/** What the form of `/register` sends; `id` is the browser's command id, kept over retries. */
export interface Registration {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** A made account, or everything that is wrong with the form. */
export type Registered =
  | { readonly ok: true; readonly userId: string; readonly position: string | null }
  | { readonly ok: false; readonly rejections: readonly [Rejection, ...Rejection[]] };

/**
 * Signs people up. `address` is the network address.
 * @throws Unavailable the outcome is unknown: try again with the same id
 * @throws QueueFull try again later
 */
export type Register = (form: Registration, campus: string, address: string) => Promise<Registered>;

/** Makes the registration. The password's hash is in the vault before the account is in the log (decisions D07). */
export function createRegister(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf' | 'ownerOf'>;
  readonly credentials: CredentialVault;
  readonly hasher: PasswordHasher;
  readonly queue: PasswordQueue;
  readonly throttle: FairThrottle;
  readonly clock: () => Date;
  readonly security: SecurityLog;
}): Register {
  const { dispatcher, credentials, hasher, queue, throttle, clock, security } = options;
  const locks = createKeyedLock();

  /** Stores the password's hash when the registration is the first with this id. @returns what is wrong, or `null` */
  async function storeCredential(
    { userId, commandId, campus }: { userId: string; commandId: string; campus: string },
    password: string,
    address: string,
  ): Promise<Rejection | null> {
    const inTurn = <T>(task: () => Promise<T>) => queue.run('registration', address, task);
    const known = await credentials.find(userId);
    const { userId: registered } = (await dispatcher.stateOf('user', userId)) as UserState;
    // Once the account stands, its id must not open or change it without the password.
    if (registered !== null) {
      const matches = await inTurn(() => hasher.matches(password, known?.passwordHash ?? null));
      return matches ? null : rejection('COMMAND_ID_REUSED');
    }
    // In its turn: a registration that finds the queue full uses up nothing of its campus's or address's share.
    const hash = await inTurn(async () => ((await throttle.take(campus, address)) ? hasher.hash(password) : null));
    if (hash === null) return rejection('BUSY', { seconds: SIGN_UP_LIMIT_SECONDS });
    await credentials.put(userId, hash, commandId, clock().toISOString());
    return null;
  }

  async function register(
    { id, email, name, password }: Registration,
    campus: string,
    address: string,
  ): Promise<Registered> {
    const commandId = effectiveCommandId('visitor', id);
    const userId = newId(commandId, 0);
    const problem = await storeCredential({ userId, commandId, campus }, password, address);
    if (problem !== null) return { ok: false, rejections: [problem] };
    await expireUnconfirmedHolder(dispatcher, email, userId, campus);
    const outcome = await dispatcher.dispatch(
      { id, type: 'RegisterUser', version: 1, data: { email, name, acceptedTerms: true } },
      { actor: { kind: 'visitor' }, campus, origin: 'server' },
    );
    if (outcome.ok) {
      security('user_created', { user: userId, address });
      return { ok: true, userId, position: outcome.position };
    }
    const { userId: registered } = (await dispatcher.stateOf('user', userId)) as UserState;
    if (registered === null) await credentials.remove(userId);
    return { ok: false, rejections: [outcome.rejection] };
  }

  return async (form, campus, address) => {
    const [first, ...others] = problemsOf(form);
    if (first !== undefined) return { ok: false, rejections: [first, ...others] };
    return locks.run(form.id, () => register(form, campus, address));
  };
}

/** What is wrong with the fields, in their order on the form (AUTH-13, AUTH-14). */
function problemsOf({ email, name, password }: Registration): readonly Rejection[] {
  const parsedName = parseName(name);
  const problems = [emailProblem(email), parsedName.ok ? null : parsedName.rejection, checkPassword(password)];
  return problems.filter((problem) => problem !== null);
}

function emailProblem(email: string): Rejection | null {
  if (email.trim() === '') return userRejection('EMAIL_REQUIRED');
  return parseEmail(email) === null ? userRejection('EMAIL_REFUSED') : null;
}
