import { RecentMap } from '../kernel/recentMap.ts';
import type { Rate } from './rate.ts';
import { type JoinRates, RATE_SHARE_FROM } from './rateShare.ts';

/** Keys that one limiter remembers at least; those unused for longest go first. */
export const RATE_LIMITER_KEYS = 50_000;

const MS_PER_MINUTE = 60_000;

/** Other rate limits for this start, never in production: load tests send much from one machine. Those left out stay. */
export interface StartRates {
  readonly commandsPerUser?: Rate;
  readonly commandsPerAddress?: Rate;
  /** Of each kind of commands that has a limit of its own (`CommandRate`). */
  readonly ofCommands?: Rate;
  readonly requestsPerAddress?: Rate;
  /** Messages of one socket in a minute. */
  readonly messagesPerMinute?: number;
  readonly handshakesPerAddress?: Rate;
  /** Signed-out sockets of one address. */
  readonly socketsPerAddress?: number;
}

/** Allows so many requests a minute for each key. */
export interface RateLimiter {
  /** Takes one token. @returns 0 when allowed, else the whole seconds after which to try again */
  take(key: string): number;
}

/** Which limit it is, and with whom it is shared. */
export interface RateLimiterOptions {
  readonly clock: () => Date;
  /** The same in every process, such as `commands-user`. */
  readonly name: string;
  /** Where processes count together; `null`: this process is alone. */
  readonly share: JoinRates | null;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/**
 * Makes a limiter of token buckets in this process's memory, so that a request never waits for it. With a share,
 * processes count together, a moment later (`rateShare.ts`). Limits that guard passwords, codes and mailboxes count in
 * the vault at once (`tries.ts`, `fairThrottle.ts`).
 */
export function createRateLimiter(rate: Rate, { clock, name, share }: RateLimiterOptions): RateLimiter {
  const buckets = new RecentMap<string, Bucket>(RATE_LIMITER_KEYS);
  const perMs = rate.perMinute / MS_PER_MINUTE;
  const spent = share === null ? null : shareSpending(rate, name, share, { present, set });

  function present(key: string): number {
    const known = buckets.get(key);
    if (known === undefined) return rate.burst;
    return Math.min(rate.burst, known.tokens + Math.max(0, clock().getTime() - known.at) * perMs);
  }

  function set(key: string, tokens: number): void {
    buckets.set(key, { tokens, at: clock().getTime() });
  }

  return {
    take(key) {
      const tokens = present(key);
      const allowed = tokens >= 1;
      set(key, allowed ? tokens - 1 : tokens);
      if (allowed) spent?.(key);
      return allowed ? 0 : Math.ceil((1 - tokens) / perMs / 1_000);
    },
  };
}

/** Lets a limiter count together with others. @returns what notes that a token of a key was spent */
function shareSpending(
  rate: Rate,
  name: string,
  share: JoinRates,
  { present, set }: { present(key: string): number; set(key: string, tokens: number): void },
): (key: string) => void {
  const spent = new RecentMap<string, number>(RATE_LIMITER_KEYS);
  /** Keys of which enough was spent. */
  const due = new Set<string>();
  share.join(name, {
    rate,
    unshared() {
      const shared = new Map([...due].map((key) => [key, spent.get(key) ?? 0]));
      for (const key of due) spent.delete(key);
      due.clear();
      return shared;
    },
    // Tokens spent while the answer was on its way are not in it.
    left: (key, tokens) => set(key, Math.min(present(key), tokens - (spent.get(key) ?? 0))),
  });
  return (key) => {
    const before = spent.get(key) ?? 0;
    spent.set(key, before + 1);
    if (before + 1 >= rate.burst * RATE_SHARE_FROM) due.add(key);
  };
}
