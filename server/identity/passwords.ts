import { randomBytes } from 'node:crypto';
import bcrypt from 'bcrypt';
import { PASSWORD_MAX_BYTES } from '#domain/user/limits.ts';
import { createFairQueue, type FairQueue } from '../fairness/fairQueue.ts';
import {
  BCRYPT_COST,
  BCRYPT_PARALLEL,
  BCRYPT_TYPICAL_MS,
  BCRYPT_WAITING_PER_ADDRESS,
  BCRYPT_WAITING_PER_LANE,
} from './limits.ts';

/** Hashes passwords, off the event loop. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password is the hashed one; `false` for `null` (no such user), after the same time. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/**
 * Queues password hashing by network address. Registrations have a lane of their own, so that a flood of logins does
 * not keep others from signing up.
 */
export type PasswordQueue = FairQueue<'login' | 'registration'>;

/** Makes the queue before the hasher. */
export function createPasswordQueue(): PasswordQueue {
  return createFairQueue(['login', 'registration'], {
    parallel: BCRYPT_PARALLEL,
    waitingPerKey: BCRYPT_WAITING_PER_ADDRESS,
    waitingPerLane: BCRYPT_WAITING_PER_LANE,
    taskMs: BCRYPT_TYPICAL_MS,
  });
}

/** Makes a hasher with bcrypt. Tests pass a lower cost; nothing else may. */
export function createPasswordHasher(cost: number = BCRYPT_COST): PasswordHasher {
  const nobodys = bcrypt.hash(randomBytes(16).toString('hex'), cost);
  return {
    hash: (password) => bcrypt.hash(password, cost),
    async matches(password, hash) {
      const same = await bcrypt.compare(password, hash ?? (await nobodys));
      // bcrypt reads only 72 bytes, and we never accept longer passwords.
      return same && hash !== null && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
    },
  };
}
