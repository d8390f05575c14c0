import { randomUUID } from 'node:crypto';
import { keyedHash } from '../kernel/keyedHash.ts';
import type { AttemptVault } from '../ports/vault.ts';

/** Milliseconds that a try may be under way: a longer one was interrupted by the end of its process. */
const TRY_MAX_MS = 60_000;

/** One sliding window of failures: `name` and the value together are the key; the value is kept as a hash only. */
export interface TryWindow {
  readonly name: string;
  readonly value: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Outcome of a try: `locked` was neither compared nor counted, so that a lock ends. */
export type Tried = 'right' | 'wrong' | 'locked';

/** Counts failed tries in the vault, over restarts and for all processes together. */
export interface Tries {
  /** Whether any of the windows is full. */
  usedUp(windows: readonly TryWindow[]): Promise<boolean>;
  /**
   * Runs a comparison unless a window is full, and counts it in each window if it fails. Comparisons under way count
   * too, so that parallel guesses never exceed a window.
   *
   * @param budgets windows that count failures too, but do not lock
   */
  attempt(
    windows: readonly TryWindow[],
    compare: () => Promise<boolean>,
    budgets?: readonly TryWindow[],
  ): Promise<Tried>;
  /** Counts one in a window, without a try. */
  count(window: TryWindow): Promise<void>;
  forget(window: TryWindow): Promise<void>;
}

/** Makes the counting of tries. */
export function createTries(attempts: AttemptVault, secret: Uint8Array, clock: () => Date): Tries {
  const keyOf = ({ name, value }: TryWindow) => `${name}:${keyedHash(secret, `tries-${name}`, value)}`;
  const since = ({ windowMs }: TryWindow) => new Date(clock().getTime() - windowMs).toISOString();
  const windowOf = (window: TryWindow) => ({ key: keyOf(window), since: since(window), max: window.max });

  return {
    async usedUp(windows) {
      const counts = await Promise.all(windows.map((window) => attempts.count(keyOf(window), since(window))));
      return windows.some(({ max }, index) => (counts[index] ?? 0) >= max);
    },
    async attempt(windows, compare, budgets = []) {
      const tryId = randomUUID();
      const begunAt = clock();
      const at = begunAt.toISOString();
      const underWaySince = new Date(begunAt.getTime() - TRY_MAX_MS).toISOString();
      if (!(await attempts.begin(tryId, windows.map(windowOf), at, underWaySince))) return 'locked';
      const failed: string[] = [];
      try {
        if (await compare()) return 'right';
        failed.push(...[...windows, ...budgets].map(keyOf));
        return 'wrong';
      } finally {
        await attempts.end(tryId, failed, clock().toISOString());
      }
    },
    count: (window) => attempts.fail(keyOf(window), clock().toISOString()),
    forget: (window) => attempts.clear(keyOf(window)),
  };
}
