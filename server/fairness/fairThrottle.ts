import { createKeyedLock } from '../concurrency/keyedLock.ts';
import { keyedHash } from '../kernel/keyedHash.ts';
import type { AttemptVault } from '../ports/vault.ts';

/** Limit of a group in a sliding window, and how its sources share it. */
export interface ThrottleLimits {
  /** Names the keys in the vault. */
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
  /** Share of the free rest that one source may have used, from 0 to 1. */
  readonly shareOfFree: number;
}

/** A limit that no single source can use up for the others; it survives a restart. */
export interface FairThrottle {
  /** Takes one unit of the group's limit for a source. @returns whether it got one */
  take(group: string, source: string): Promise<boolean>;
}

/**
 * Makes a throttle by dynamic thresholds (Choudhury and Hahne, 1998): a source may have used at most a share of the
 * free rest. One source alone gets `share / (1 + share)` of the limit, `n` greedy ones leave `1 / (1 + n · share)`
 * free, so a new source gets a unit as long as enough is free.
 *
 * It counts in the vault, for all processes together. One process takes one unit at a time; `n` concurrent processes
 * may each take the last one, so a window may get `n - 1` more than the maximum.
 *
 * @param group not secret: part of the key in the vault, while a source is kept as a hash only
 */
export function createFairThrottle(
  attempts: AttemptVault,
  secret: Uint8Array,
  clock: () => Date,
  { name, max, windowMs, shareOfFree }: ThrottleLimits,
): FairThrottle {
  const locks = createKeyedLock();
  return {
    take: (group, source) =>
      locks.run(group, async () => {
        const now = clock();
        const since = new Date(now.getTime() - windowMs).toISOString();
        const all = `${name}:${group}`;
        const own = `${all}:${keyedHash(secret, name, source)}`;
        const [used, mine] = await Promise.all([attempts.count(all, since), attempts.count(own, since)]);
        if (mine >= (max - used) * shareOfFree) return false;
        const at = now.toISOString();
        await Promise.all([attempts.fail(all, at), attempts.fail(own, at)]);
        return true;
      }),
  };
}
