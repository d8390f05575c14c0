import { keyedHash } from '../kernel/keyedHash.ts';
import type { AttemptVault } from '../ports/vault.ts';

/** One sliding window of failures: `name` and the value together are the key; the value is kept as a hash only. */
export interface TryWindow {
  readonly name: string;
  readonly value: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Outcome of a try: `locked` was not looked at and is not counted, so that a lock ends. */
export type Tried = 'right' | 'wrong' | 'locked';

/** Counts failed tries; it survives a restart. */
export interface Tries {
  /** Whether any of the windows is full. */
  usedUp(windows: readonly TryWindow[]): Promise<boolean>;
  /**
   * Runs a comparison unless a window is full, and counts it in each window if it says no. Comparisons under way take
   * room in their windows, so that parallel guesses never exceed them.
   *
   * @param budgets windows that count it too, but do not lock
   */
  attempt(
    windows: readonly TryWindow[],
    compare: () => Promise<boolean>,
    budgets?: readonly TryWindow[],
  ): Promise<Tried>;
  forget(window: TryWindow): Promise<void>;
}

/** Makes the counting of tries. */
export function createTries(attempts: AttemptVault, secret: Uint8Array, clock: () => Date): Tries {
  const keyOf = ({ name, value }: TryWindow) => `${name}:${keyedHash(secret, `tries-${name}`, value)}`;
  const since = ({ windowMs }: TryWindow) => new Date(clock().getTime() - windowMs).toISOString();
  /** Comparisons under way, by key. */
  const underWay = new Map<string, number>();

  function change(windows: readonly TryWindow[], by: 1 | -1): void {
    for (const window of windows) {
      const key = keyOf(window);
      const count = (underWay.get(key) ?? 0) + by;
      if (count > 0) underWay.set(key, count);
      else underWay.delete(key);
    }
  }

  const countsOf = (windows: readonly TryWindow[]) =>
    Promise.all(windows.map((window) => attempts.count(keyOf(window), since(window))));

  /** Synchronous: of several who look at the same counts, each sees the comparisons that the others have begun. */
  function isAnyFull(windows: readonly TryWindow[], counts: readonly number[]): boolean {
    return windows.some((window, index) => (counts[index] ?? 0) + (underWay.get(keyOf(window)) ?? 0) >= window.max);
  }

  return {
    usedUp: async (windows) => isAnyFull(windows, await countsOf(windows)),
    async attempt(windows, compare, budgets = []) {
      const counts = await countsOf(windows);
      // From here to `change` nothing is awaited, not even a settled promise: answers of one turn resume one by one.
      if (isAnyFull(windows, counts)) return 'locked';
      change(windows, 1);
      try {
        if (await compare()) return 'right';
        const at = clock().toISOString();
        await Promise.all([...windows, ...budgets].map((window) => attempts.fail(keyOf(window), at, since(window))));
        return 'wrong';
      } finally {
        change(windows, -1);
      }
    },
    forget: (window) => attempts.clear(keyOf(window)),
  };
}
