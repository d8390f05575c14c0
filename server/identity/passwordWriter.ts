import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { userFact } from '#domain/user/state.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Outcome } from '../write/outcome.ts';
import type { PasswordHashes } from './passwordHashes.ts';
import type { PasswordHasher, PasswordQueue } from './passwords.ts';

/** A password that a command is about to set. */
export interface NewPassword {
  readonly userId: string;
  /** Made of the command's id, so that a retry has the same. */
  readonly passwordId: string;
  readonly password: string;
  /** Network address. */
  readonly address: string;
}

/**
 * Sets a password: the hash goes to the vault first, and the event that names it decides whether it counts.
 *
 * @param dispatch gives the command that names it
 * @returns why it was not set, or `null`
 * @throws Unavailable the outcome is unknown: try again with the same command
 * @throws QueueFull try again later
 */
export type WritePassword = (change: NewPassword, dispatch: () => Promise<Outcome>) => Promise<Rejection | null>;

/** See `WritePassword`. */
export function createPasswordWriter(options: {
  readonly dispatcher: Pick<Dispatcher, 'stateOf'>;
  readonly hashes: PasswordHashes;
  readonly hasher: PasswordHasher;
  readonly queue: PasswordQueue;
}): WritePassword {
  const { dispatcher, hashes, hasher, queue } = options;
  const current = async (userId: string) => (await dispatcher.stateOf(userFact(userId))).passwordId;

  /** Keeps the hash. A retry finds it there, if it has the same password. */
  async function keep({ userId, passwordId, password, address }: NewPassword): Promise<Rejection | null> {
    const before = await hashes.find(userId, passwordId);
    if (before !== null) {
      const isSame = await queue.run('registration', address, () => hasher.matches(password, before));
      return isSame ? null : rejection('COMMAND_ID_REUSED');
    }
    const hash = await queue.run('registration', address, () => hasher.hash(password));
    const isKept = await hashes.add(userId, { id: passwordId, hash }, await current(userId));
    return isKept ? null : rejection('TRY_AGAIN');
  }

  return async (change, dispatch) => {
    const notKept = await keep(change);
    if (notKept !== null) return notKept;
    const { userId, passwordId } = change;
    const replaced = await current(userId);
    const outcome = await dispatch();
    const outdated = outcome.ok ? replaced : passwordId;
    if (outdated !== null && outdated !== (await current(userId))) await hashes.drop(userId, outdated);
    return outcome.ok ? null : outcome.rejection;
  };
}
