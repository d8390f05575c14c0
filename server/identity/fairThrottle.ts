import { createKeyedLock } from '../concurrency/keyedLock.ts';
import { keyedHash } from '../kernel/keyedHash.ts';
import type { AttemptVault } from '../ports/vault.ts';

/** How much of something a group may have in a sliding window, and how it is shared. */
export interface ThrottleLimits {
  /** Names the keys in the vault. */
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
  /** Part of what is free that one source may have had, from 0 to 1. */
  readonly shareOfFree: number;
}

/** A throttle on a flood that no single source can use up for the others; it survives a restart. */
export interface FairThrottle {
  /** Takes one of the group's for a source. @returns whether there was one */
  take(group: string, source: string): Promise<boolean>;
}

/**
 * Makes a throttle by dynamic thresholds (Choudhury and Hahne, 1998): a source may have had at most a share of what is
 * still free. One source alone gets `share / (1 + share)` of everything, `n` greedy ones leave `1 / (1 + n · share)`
 * free, so a source that had nothing yet finds something as long as there is one left.
 *
 * It counts in the vault, for all processes together. One process takes one at a time; of `n` processes that look at
 * once, each may take what was the last one, so `n - 1` more than the maximum may pass in a window.
 *
 * @param group not secret, stands in the key; a source is kept as a hash only
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
        await Promise.all([attempts.fail(all, at, since), attempts.fail(own, at, since)]);
        return true;
      }),
  };
}
