import type { Rate } from './rate.ts';
import { createRateLimiter, type RateLimiterOptions } from './rateLimiter.ts';

/** A rate limit on network addresses that keeps none of their users out. */
export interface AddressThrottle {
  /**
   * Takes one request of the address's limit, or of the user's own share when that is used up.
   *
   * @param userOf the user whom the sender has proven, `null`: none; called only when the address's limit is used up
   * @returns 0 when allowed, else the whole seconds after which to try again
   */
  take(address: string, userOf: () => string | null): number;
}

/**
 * Makes a throttle on addresses. A campus may share one address, so one laptop could use up the limit of a whole
 * dormitory. So every signed-in user has a share that no other can use.
 */
export function createAddressThrottle(
  { perAddress, ownShare }: { readonly perAddress: Rate; readonly ownShare: Rate },
  { clock, name, share }: RateLimiterOptions,
): AddressThrottle {
  const addresses = createRateLimiter(perAddress, { clock, name: `${name}-address`, share });
  const shares = createRateLimiter(ownShare, { clock, name: `${name}-own`, share });
  return {
    take(address, userOf) {
      const seconds = addresses.take(address);
      if (seconds === 0) return 0;
      const user = userOf();
      return user === null ? seconds : Math.min(seconds, shares.take(user));
    },
  };
}
