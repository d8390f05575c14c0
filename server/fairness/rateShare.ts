import type { EngineClock } from '#projections/engine/clock.ts';
import { keyedHash } from '../kernel/keyedHash.ts';
import type { Logger } from '../observability/logging.ts';
import type { RateSpending, RateVault } from '../ports/vault.ts';
import type { Rate } from './rate.ts';

/** Milliseconds between two exchanges with the other processes. */
export const RATE_SHARE_EVERY_MS = 500;
/**
 * Part of a bucket that a process spends on a key before it says so. Most people never spend as much, so the exchange
 * costs little.
 */
export const RATE_SHARE_FROM = 1 / 8;

/** A limiter whose buckets other processes have too. */
export interface SharedLimiter {
  readonly rate: Rate;
  /** Keys of which much was spent, and the tokens spent of each, since it was last among them. */
  unshared(): ReadonlyMap<string, number>;
  /** Tokens that all processes together have left of a key. */
  left(key: string, tokens: number): void;
}

/** The part of a share that limiters need. */
export type JoinRates = Pick<RateShare, 'join'>;

/** Lets limiters of one name in several processes count together. */
export interface RateShare {
  /** @param name the same in every process */
  join(name: string, limiter: SharedLimiter): void;
  /** Exchanges now. @throws Unavailable the vault is busy */
  exchange(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes the share of one process. Every process counts in its own memory, so a request never waits for it. What it has
 * spent of a bucket it takes out of the vault's bucket as well, a few keys at a time, and learns what all have left.
 *
 * So processes together let as much pass in the long run as one alone. What each may let pass beyond that, once, is its
 * own burst before it hears of the others. While the vault is away, each counts alone.
 */
export function createRateShare(options: {
  readonly rates: Pick<RateVault, 'spend'>;
  /** For the keys in the vault, which name people and network addresses. */
  readonly secret: Uint8Array;
  readonly clock: () => Date;
  readonly timer: EngineClock;
  readonly logger: Pick<Logger, 'warn'>;
}): RateShare {
  const { rates, secret, clock, timer, logger } = options;
  const limiters = new Map<string, SharedLimiter>();
  let isOver = false;
  let cancel: () => void = () => undefined;
  let exchanging: Promise<void> = Promise.resolve();

  async function exchange(): Promise<void> {
    const spent: RateSpending[] = [];
    const answered: ((left: number) => void)[] = [];
    for (const [name, limiter] of limiters) {
      for (const [key, tokens] of limiter.unshared()) {
        spent.push({ key: `${name}:${keyedHash(secret, 'rate', `${name} ${key}`)}`, tokens, ...limiter.rate });
        answered.push((left) => limiter.left(key, left));
      }
    }
    if (spent.length === 0) return;
    const left = await rates.spend(spent, clock().toISOString());
    left.forEach((tokens, n) => {
      answered[n]?.(tokens);
    });
  }

  function wait(): void {
    cancel = timer.after(RATE_SHARE_EVERY_MS, () => {
      exchanging = exchange()
        .catch((error: unknown) => logger.warn({ err: error }, 'Rates of requests are not shared now.'))
        .then(() => {
          if (!isOver) wait();
        });
    });
  }
  wait();

  return {
    join(name, limiter) {
      if (limiters.has(name)) throw new Error(`There are two rate limits by the name ${name}.`);
      limiters.set(name, limiter);
    },
    exchange,
    async stop() {
      isOver = true;
      cancel();
      await exchanging;
    },
  };
}
