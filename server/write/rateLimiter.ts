import { RecentMap } from '../kernel/recentMap.ts';

/** Keys that one limiter remembers at least; those unused for longest go first. */
export const RATE_LIMITER_KEYS = 50_000;

const MS_PER_MINUTE = 60_000;

/** A bucket that holds `burst` tokens and refills at a constant rate. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

/** Other rate limits for this start: load tests send much from one machine. */
export interface StartRates {
  readonly commandsPerUser: Rate;
  readonly commandsPerAddress: Rate;
  readonly requestsPerAddress: Rate;
  /** Messages of one socket in a minute. */
  readonly messagesPerMinute: number;
  readonly handshakesPerAddress: Rate;
  /** Signed-out sockets of one address. */
  readonly socketsPerAddress: number;
}

/** Allows so many requests a minute for each key. */
export interface RateLimiter {
  /** Takes one token. @returns 0 when allowed, else the whole seconds after which to try again */
  take(key: string): number;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/**
 * Makes a limiter of token buckets in this process's memory. Each process counts alone, so `n` of them let `n` times as
 * much pass: the limiter protects its own process from load. Limits that guard passwords, codes and mailboxes count in
 * the vault, for all processes together (`identity/tries.ts`, `fairThrottle.ts`, `mailLimits.ts`).
 */
export function createRateLimiter(rate: Rate, clock: () => Date): RateLimiter {
  const buckets = new RecentMap<string, Bucket>(RATE_LIMITER_KEYS);
  const perMs = rate.perMinute / MS_PER_MINUTE;

  return {
    take(key) {
      const now = clock().getTime();
      const known = buckets.get(key) ?? { tokens: rate.burst, at: now };
      const tokens = Math.min(rate.burst, known.tokens + Math.max(0, now - known.at) * perMs);
      const allowed = tokens >= 1;
      buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: now });
      return allowed ? 0 : Math.ceil((1 - tokens) / perMs / 1_000);
    },
  };
}
