import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { FairThrottle } from '../fairness/fairThrottle.ts';
import type { CredentialVault } from '../ports/vault.ts';
import { SIGN_UP_LIMIT_SECONDS } from './limits.ts';
import type { PasswordHasher, PasswordQueue } from './passwords.ts';

/** Times that the vault is read again because another process has put a password for the same form meanwhile. */
const FIRST_PASSWORD_MAX_ATTEMPTS = 5;

/** Whose password it is, and where the form was sent from. */
export interface SignUp {
  readonly userId: string;
  /** Effective id of the form's command. */
  readonly commandId: string;
  readonly campus: string;
  /** Network address. */
  readonly address: string;
}

/** The password stands in the vault, or why it does not. */
export type Kept =
  | {
      readonly ok: true;
      /** Stamp of the hash where this form was the first to put one; `null`: an earlier copy of it had put one. */
      readonly added: string | null;
    }
  | { readonly ok: false; readonly rejection: Rejection };

/** Dependencies of keeping a password. */
export interface FirstPasswordOptions {
  readonly credentials: Pick<CredentialVault, 'find' | 'put'>;
  readonly hasher: PasswordHasher;
  readonly queue: PasswordQueue;
  readonly throttle: FairThrottle;
  readonly clock: () => Date;
  /** Whether the account of an id is in the log. */
  readonly isRegistered: (userId: string) => Promise<boolean>;
}

/**
 * Keeps the password of an account that is being made. An id stands for one password: the first one that any process
 * puts into the vault. With another one, the id neither opens the account nor changes what opens it.
 *
 * @throws Unavailable other processes are taking the same form: try again
 * @throws QueueFull try again later
 */
export async function keepFirstPassword(
  { userId, commandId, campus, address }: SignUp,
  password: string,
  { credentials, hasher, queue, throttle, clock, isRegistered }: FirstPasswordOptions,
): Promise<Kept> {
  const inTurn = <T>(task: () => Promise<T>) => queue.run('registration', address, task);
  for (let attempt = 0; attempt < FIRST_PASSWORD_MAX_ATTEMPTS; attempt += 1) {
    const known = await credentials.find(userId);
    const stands = await isRegistered(userId);
    if (stands || known !== null) {
      const matches = await inTurn(() => hasher.matches(password, known?.passwordHash ?? null));
      if (!matches) return { ok: false, rejection: rejection('COMMAND_ID_REUSED') };
      if (stands) return { ok: true, added: null };
    }
    // In its turn: a registration that finds the queue full uses up nothing of its campus's or address's share.
    const hash = await inTurn(async () => ((await throttle.take(campus, address)) ? hasher.hash(password) : null));
    if (hash === null) return { ok: false, rejection: rejection('BUSY', { seconds: SIGN_UP_LIMIT_SECONDS }) };
    // Put anew over an earlier copy's: then neither that copy nor the sweeper can take it away from this one.
    const stamp = await credentials.put(userId, hash, commandId, clock().toISOString(), known?.stamp ?? null);
    if (stamp !== null) return { ok: true, added: known === null ? stamp : null };
  }
  throw new Unavailable('Other processes are taking the same form. Try again.');
}
