import { randomBytes } from 'node:crypto';
import bcrypt from 'bcrypt';
import { PASSWORD_MAX_BYTES } from '#domain/kernel/limits.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createSlots } from '../concurrency/slots.ts';
import { BCRYPT_COST, BCRYPT_MAX_WAITING, BCRYPT_PARALLEL } from './limits.ts';

/** Hashes passwords, off the event loop. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password is the hashed one; `null` for a user without one takes just as long and says no. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/** Makes a hasher with bcrypt. Tests pass a lower cost; nothing else may. */
export function createPasswordHasher(cost: number = BCRYPT_COST): PasswordHasher {
  const slots = createSlots(BCRYPT_PARALLEL);
  let pending = 0;
  const nobodys = bcrypt.hash(randomBytes(16).toString('hex'), cost);

  async function limited<T>(task: () => Promise<T>): Promise<T> {
    if (pending >= BCRYPT_PARALLEL + BCRYPT_MAX_WAITING) throw new Unavailable('Too many passwords are being checked.');
    pending += 1;
    try {
      return await slots.run(task);
    } finally {
      pending -= 1;
    }
  }

  return {
    hash: (password) => limited(() => bcrypt.hash(password, cost)),
    matches: (password, hash) =>
      limited(async () => {
        const same = await bcrypt.compare(password, hash ?? (await nobodys));
        // bcrypt reads 72 bytes: a longer password never was one of ours, whatever it begins with.
        return same && hash !== null && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
      }),
  };
}
