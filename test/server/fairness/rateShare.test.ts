import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createRateLimiter, type RateLimiter } from '#server/fairness/rateLimiter.ts';
import { createRateShare, RATE_SHARE_EVERY_MS, RATE_SHARE_FROM } from '#server/fairness/rateShare.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { RateSpending, RateVault } from '#server/ports/vault.ts';
import { createManualClock, type ManualClock } from '#test/projections/support/manualClock.ts';

const SEED = 20_260_313;
const RATE = { perMinute: 120, burst: 40 };
const MINUTE_MS = 60_000;
const SECRET = new Uint8Array(32);

let clock: ManualClock;
let isAway: boolean;
let spent: RateSpending[];
let rates: Pick<RateVault, 'spend'>;

beforeEach(() => {
  clock = createManualClock();
  isAway = false;
  spent = [];
  const stored = createMemoryVault().rates;
  rates = {
    async spend(each, at) {
      if (isAway) throw new Error('The vault is away.');
      spent.push(...each);
      return stored.spend(each, at);
    },
  };
});

const now = () => new Date(clock.now());

/** The limiter of a process. */
function sharing(): RateLimiter {
  const share = createRateShare({ rates, secret: SECRET, clock: now, timer: clock, logger: silentLogger });
  return createRateLimiter(RATE, { clock: now, name: 'commands', share });
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += RATE_SHARE_EVERY_MS / 2) {
    clock.advance(RATE_SHARE_EVERY_MS / 2);
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

/** Takes as many as it gets, at most so many. */
function greedy({ take }: RateLimiter, most: number, key = 'ada'): number {
  let taken = 0;
  while (taken < most && take(key) === 0) taken += 1;
  return taken;
}

describe('rates that processes share', () => {
  it('what was spent in one is missing in the other, after the little that it may spend before it asks', async () => {
    const [a, b] = [sharing(), sharing()];
    expect(greedy(a, 100)).toBe(RATE.burst);
    await pass(RATE_SHARE_EVERY_MS);
    const asks = RATE.burst * RATE_SHARE_FROM;
    expect(greedy(b, asks)).toBe(asks);
    await pass(RATE_SHARE_EVERY_MS);
    expect(b.take('ada')).toBeGreaterThan(0);
    expect(greedy(b, 10, 'bob')).toBe(10);
    // They come back at one rate for both.
    await pass(MINUTE_MS);
    expect(greedy(a, 100) + greedy(b, 1)).toBeGreaterThan(RATE.burst - asks);
  });

  it('several processes let as much pass in the long run as one, whatever is asked of which', () =>
    fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 30 })), async (asked) => {
        const processes = [sharing(), sharing(), sharing()];
        const asks = asked[Symbol.iterator]();
        let passed = 0;
        for (let steps = 0; steps < 240; steps += 1) {
          for (const each of processes) passed += greedy(each, Number(asks.next().value));
          await pass(RATE_SHARE_EVERY_MS);
        }
        const minutes = (240 * RATE_SHARE_EVERY_MS) / MINUTE_MS;
        // Each process may let its burst pass before it hears of the others, and may overdraw the shared bucket by it.
        expect(passed).toBeLessThanOrEqual(minutes * RATE.perMinute + (processes.length + 1) * RATE.burst);
      }),
      { seed: SEED, numRuns: 5 },
    ));

  it('refuses nobody who keeps to the rate', async () => {
    const [a] = [sharing(), sharing()];
    for (let steps = 0; steps < 600; steps += 1) {
      expect(a.take('ada')).toBe(0);
      await pass(MINUTE_MS / RATE.perMinute);
    }
  });

  it('costs nothing for people who send little', async () => {
    const a = sharing();
    for (let n = 0; n < 1_000; n += 1) greedy(a, RATE.burst * RATE_SHARE_FROM - 1, `user ${n}`);
    await pass(MINUTE_MS);
    expect(spent).toEqual([]);
  });

  it('each process counts alone while the vault is away, and together again afterwards', async () => {
    const [a, b] = [sharing(), sharing()];
    isAway = true;
    expect(greedy(a, 100)).toBe(RATE.burst);
    await pass(RATE_SHARE_EVERY_MS);
    expect(a.take('ada')).toBe(0);
    expect(greedy(b, 100)).toBe(RATE.burst);
    isAway = false;
    await pass(MINUTE_MS);
    greedy(a, 100);
    await pass(RATE_SHARE_EVERY_MS);
    greedy(b, RATE.burst * RATE_SHARE_FROM);
    await pass(RATE_SHARE_EVERY_MS);
    expect(b.take('ada')).toBeGreaterThan(0);
  });

  it('[P9] names nobody in the vault in plain text', async () => {
    greedy(sharing(), 100, '203.0.113.9');
    await pass(RATE_SHARE_EVERY_MS);
    expect(spent.map(({ key }) => key)).toEqual([expect.stringMatching(/^commands:[0-9a-f]{64}$/)]);
  });

  it('refuses two limits by one name in a process, which would count as one', () => {
    const share = createRateShare({ rates, secret: SECRET, clock: now, timer: clock, logger: silentLogger });
    const limit = () => createRateLimiter(RATE, { clock: now, name: 'commands', share });
    limit();
    expect(limit).toThrow(/two rate limits by the name commands/);
  });
});
