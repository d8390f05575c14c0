import { describe, expect, it } from '@jest/globals';
import { CHECKOUT_FAILED, isLost } from '#web/ad/checkout.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';

const refused = (code: string) => new RequestRefused({ code, text: 'No.', data: {}, retry: false } as never, 409);

describe('a boost that cannot be paid', () => {
  it('[BOOST-08 in part] asks those to sign out and in again whose session or post is gone, whenever that was', () => {
    expect(CHECKOUT_FAILED).toBe('Something Went Wrong. Please logout and try again.');
    for (const code of ['SIGNED_OUT', 'ACTOR_MISMATCH', 'POST_UNKNOWN', 'POST_DELETED'])
      expect([code, isLost(refused(code))]).toEqual([code, true]);
    for (const code of ['AD_POST_SOLD', 'WEBSITE_INVALID', 'UNAVAILABLE'])
      expect([code, isLost(refused(code))]).toEqual([code, false]);
    expect(isLost(new TypeError('Failed to fetch'))).toBe(false);
  });
});
