import { keyedHash } from '../dispatch/keyedHash.ts';
import type { AttemptVault } from '../ports/vault.ts';

/** One sliding window of failures: `name` and the value together are the key; the value is kept as a hash only. */
export interface TryWindow {
  readonly name: string;
  readonly value: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Counts failed tries; it survives a restart. */
export interface Tries {
  /** Whether any of the windows is full. */
  usedUp(windows: readonly TryWindow[]): Promise<boolean>;
  /** Counts a try in each window. @returns whether any of them is over its limit with it */
  count(windows: readonly TryWindow[]): Promise<boolean>;
  forget(window: TryWindow): Promise<void>;
}

/** Makes the counting of tries. */
export function createTries(attempts: AttemptVault, secret: Uint8Array, clock: () => Date): Tries {
  const keyOf = ({ name, value }: TryWindow) => `${name}:${keyedHash(secret, `tries-${name}`, value)}`;
  const since = ({ windowMs }: TryWindow) => new Date(clock().getTime() - windowMs).toISOString();
  return {
    async usedUp(windows) {
      const counts = await Promise.all(windows.map((window) => attempts.count(keyOf(window), since(window))));
      return windows.some(({ max }, index) => (counts[index] ?? 0) >= max);
    },
    async count(windows) {
      const at = clock().toISOString();
      const counts = await Promise.all(windows.map((window) => attempts.fail(keyOf(window), at, since(window))));
      return windows.some(({ max }, index) => (counts[index] ?? 0) > max);
    },
    forget: (window) => attempts.clear(keyOf(window)),
  };
}
