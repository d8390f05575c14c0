import { describe, expect, it } from '@jest/globals';
import { createAddressThrottle } from '#server/fairness/addressThrottle.ts';
import { fakeClock } from '../support/dispatchRig.ts';

const DORMITORY = '203.0.113.9';
const PER_ADDRESS = { perMinute: 60, burst: 5 };
const OWN_SHARE = { perMinute: 60, burst: 2 };

const nobody = () => null;
const ada = () => 'ada';
const bob = () => 'bob';

function throttle() {
  return createAddressThrottle(
    { perAddress: PER_ADDRESS, ownShare: OWN_SHARE },
    { clock: fakeClock().now, name: 'test', share: null },
  );
}

describe('a throttle on addresses', () => {
  it('stops the visitors of an address, and none of its users as long as each keeps to a share', () => {
    const { take } = throttle();
    for (let each = 0; each < PER_ADDRESS.burst; each += 1) expect(take(DORMITORY, nobody)).toBe(0);
    expect(take(DORMITORY, nobody)).toBeGreaterThan(0);
    for (const user of [ada, bob]) {
      for (let each = 0; each < OWN_SHARE.burst; each += 1) expect(take(DORMITORY, user)).toBe(0);
      expect(take(DORMITORY, user)).toBeGreaterThan(0);
    }
    expect(take('203.0.113.10', nobody)).toBe(0);
  });

  it('names the shorter of the two waits: until the address has some left again, or the user', () => {
    const slow = { perMinute: 1, burst: 1 };
    const fast = { perMinute: 60, burst: 1 };
    const waits = [
      { perAddress: slow, ownShare: fast },
      { perAddress: fast, ownShare: slow },
    ].map((rates) => {
      const { take } = createAddressThrottle(rates, { clock: fakeClock().now, name: 'test', share: null });
      return [take(DORMITORY, ada), take(DORMITORY, ada), take(DORMITORY, ada)];
    });
    expect(waits).toEqual([
      [0, 0, 1],
      [0, 0, 1],
    ]);
  });

  it('does not ask who it is while the address has some left', () => {
    const { take } = throttle();
    expect(
      take(DORMITORY, () => {
        throw new Error('Asked.');
      }),
    ).toBe(0);
  });
});
