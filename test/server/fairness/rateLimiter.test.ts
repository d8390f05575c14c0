import { describe, expect, it } from '@jest/globals';
import { createRateLimiter, RATE_LIMITER_KEYS } from '#server/fairness/rateLimiter.ts';
import { fakeClock } from '../support/dispatchRig.ts';

const RATE = { perMinute: 60, burst: 3 };

describe('rate limiter', () => {
  it('allows a burst, then one a second, for each key by itself', () => {
    const clock = fakeClock();
    const limiter = createRateLimiter(RATE, { clock: clock.now, name: 'test', share: null });
    expect([1, 2, 3, 4].map(() => limiter.take('ada'))).toEqual([0, 0, 0, 1]);
    expect(limiter.take('bob')).toBe(0);
    clock.advance(999);
    expect(limiter.take('ada')).toBe(1);
    clock.advance(1);
    expect([limiter.take('ada'), limiter.take('ada')]).toEqual([0, 1]);
  });

  it('saves up no more than the burst', () => {
    const clock = fakeClock();
    const limiter = createRateLimiter(RATE, { clock: clock.now, name: 'test', share: null });
    limiter.take('ada');
    clock.advance(3_600_000);
    expect([1, 2, 3, 4].map(() => limiter.take('ada') === 0)).toEqual([true, true, true, false]);
  });

  it('says how long to wait', () => {
    const clock = fakeClock();
    const limiter = createRateLimiter({ perMinute: 1, burst: 1 }, { clock: clock.now, name: 'test', share: null });
    limiter.take('ada');
    expect(limiter.take('ada')).toBe(60);
  });

  it('gives nothing away when the clock is set back', () => {
    const clock = fakeClock();
    const limiter = createRateLimiter({ perMinute: 60, burst: 1 }, { clock: clock.now, name: 'test', share: null });
    limiter.take('ada');
    clock.advance(-60_000);
    expect(limiter.take('ada')).toBeGreaterThan(0);
  });

  it('remembers a limited number of keys, the quiet ones least', () => {
    const clock = fakeClock();
    const limiter = createRateLimiter({ perMinute: 1, burst: 1 }, { clock: clock.now, name: 'test', share: null });
    limiter.take('quiet');
    for (let n = 0; n < 2 * RATE_LIMITER_KEYS; n += 1) limiter.take(`key ${n}`);
    expect(limiter.take('quiet')).toBe(0);
    expect(limiter.take(`key ${RATE_LIMITER_KEYS}`)).toBeGreaterThan(0);
  });
});
