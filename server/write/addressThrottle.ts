import { createRateLimiter, type Rate } from './rateLimiter.ts';

/** A throttle on network addresses that keeps none of their users out. */
export interface AddressThrottle {
  /**
   * Takes one of the address's, or of the user's own share where the address has none left.
   *
   * @param userOf whom the sender proves to be, `null`: nobody; asked only when it matters
   * @returns 0 when allowed, else the whole seconds after which to try again
   */
  take(address: string, userOf: () => string | null): number;
}

/**
 * Makes a throttle on addresses. A campus may sit behind one address, and whoever shares it could use up what it may have:
 * one laptop would silence a dormitory. So every signed-in user has a share that no other can take.
 */
export function createAddressThrottle(
  { perAddress, ownShare }: { readonly perAddress: Rate; readonly ownShare: Rate },
  clock: () => Date,
): AddressThrottle {
  const addresses = createRateLimiter(perAddress, clock);
  const shares = createRateLimiter(ownShare, clock);
  return {
    take(address, userOf) {
      const seconds = addresses.take(address);
      if (seconds === 0) return 0;
      const user = userOf();
      return user === null ? seconds : Math.min(seconds, shares.take(user));
    },
  };
}
