import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CheckoutAsk, type FoundPayment, type Payments, PaymentsFailed } from '#server/ports/payments.ts';

/** A provider of payments, and what is done there by people and by its operator. */
export interface PaymentsWorld {
  readonly payments: Payments;
  /** Lets time pass there, in milliseconds. */
  readonly wait: (ms: number) => void;
  readonly now: () => number;
  /** Pays on a page with a card that is good. */
  readonly pay: (url: string) => Promise<void>;
  /** Gives back all that is left of a payment, or some cents of it. */
  readonly giveBack: (payment: string, cents: number | null) => Promise<void>;
  readonly end: () => Promise<void>;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const POST = '0190b5a0-0000-7000-8000-000000000001';
/** More than two pages of a list. */
const MANY = 230;
const SLOW_MS = 60_000;

/** The rules that every provider of payments keeps. */
export function paymentsContract(name: string, open: () => Promise<PaymentsWorld>): void {
  describe(`payments: ${name}`, () => {
    let world: PaymentsWorld;
    let ads = 0;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(() => world.end());

    const askFor = (rest: Partial<CheckoutAsk> = {}): CheckoutAsk => {
      ads += 1;
      return {
        ...{ postId: POST, adId: `ad ${ads}`, cents: 2_000, description: 'A boost', keepsCard: false },
        ...{ successUrl: 'http://localhost:1/s', cancelUrl: 'http://localhost:1/c', idempotencyKey: `key ${ads}` },
        expiresAt: new Date(world.now() + 60 * MINUTE).toISOString(),
        ...rest,
      };
    };
    /** A page that is paid, as it is found then. */
    const paid = async (rest: Partial<CheckoutAsk> = {}) => {
      const ask = askFor(rest);
      const { session, url } = await world.payments.open(ask);
      await world.pay(url);
      const found = await world.payments.find(session);
      if (found?.payment == null) throw new Error('The page is not paid.');
      return { ask, found, payment: found.payment };
    };
    const changed = async (since: number) => {
      const all: FoundPayment[] = [];
      for await (const each of world.payments.changedSince(new Date(since).toISOString())) all.push(each);
      return all;
    };
    const adsOf = (all: readonly FoundPayment[]) => new Set(all.map(({ found }) => found.ad?.adId));

    it('opens one page for one key and ask, and refuses the key for another ask', async () => {
      const ask = askFor();
      const first = await world.payments.open(ask);
      expect(await world.payments.open(ask)).toEqual(first);
      await expect(world.payments.open({ ...ask, cents: 2_500 })).rejects.toThrow(PaymentsFailed);
      const found = await world.payments.find(first.session);
      expect(found).toMatchObject({ isOpen: true, isPaid: false, url: first.url, cents: 2_000, payment: null });
      expect(await world.payments.find('cs_of_nobody')).toBeNull();
    });

    it('says of a page that it is paid, and finds it by its payment', async () => {
      const { ask, found, payment } = await paid();
      const ad = { postId: POST, adId: ask.adId };
      expect(found).toMatchObject({ ad, isPaid: true, isOpen: false, url: null, cents: 2_000, refunded: 0 });
      expect(await world.payments.findByPayment(payment)).toEqual(found);
      expect(await world.payments.findLater(payment)).toBeNull();
      expect(await world.payments.findByPayment('pi_of_nobody')).toBeNull();
    });

    it('closes a page for good, and leaves one that is paid as it is', async () => {
      const { session } = await world.payments.open(askFor());
      await world.payments.close(session);
      await world.payments.close(session);
      expect(await world.payments.find(session)).toMatchObject({ isOpen: false, isPaid: false, url: null });
      const { found } = await paid();
      await world.payments.close(found.session);
      expect(await world.payments.find(found.session)).toEqual(found);
    });

    it('charges a kept card once a key, and finds the charge', async () => {
      const { ask, found } = await paid({ keepsCard: true });
      const { adId } = ask;
      const charge = {
        postId: POST,
        adId,
        session: found.session,
        cents: 500,
        description: 'A day',
        isQuestion: false,
      };
      const first = await world.payments.charge({ ...charge, key: `day of ${adId}` });
      expect(first).toMatchObject({ kind: 'paid', cents: 500 });
      expect(await world.payments.charge({ ...charge, key: `day of ${adId}` })).toEqual(first);
      const later = first.kind === 'paid' ? await world.payments.findLater(first.payment) : null;
      expect(later).toMatchObject({ ad: { postId: POST, adId }, key: `day of ${adId}`, isPaid: true, refunded: 0 });
    });

    it('says what was paid, and given back, since an instant, also of a payment that is old', async () => {
      const [whole, part, other] = [await paid(), await paid({ keepsCard: true }), await paid()];
      const { found, ask } = part;
      const { adId } = ask;
      const asked = { postId: POST, adId, session: found.session, cents: 500, description: 'A day', isQuestion: false };
      const charged = await world.payments.charge({ ...asked, key: `day of ${adId}` });
      world.wait(40 * DAY);
      const since = world.now();
      expect(await changed(since)).toEqual([]);
      const fresh = await paid();
      await world.giveBack(whole.payment, null);
      await world.giveBack(part.payment, 700);
      await world.giveBack(charged.kind === 'paid' ? charged.payment : '', 100);
      const all = await changed(since);
      expect(adsOf(all)).toEqual(new Set([fresh, whole, part].map((each) => each.ask.adId)));
      const refundedOf = (kind: string, id: string) =>
        all.find((each) => each.kind === kind && each.found.ad?.adId === id)?.found.refunded;
      expect(refundedOf('page', whole.ask.adId)).toBe(2_000);
      expect(refundedOf('page', adId)).toBe(700);
      expect(refundedOf('charge', adId)).toBe(100);
      expect(refundedOf('page', fresh.ask.adId)).toBe(0);
      expect(await world.payments.find(whole.found.session)).toMatchObject({ refunded: 2_000 });
      expect(adsOf(all).has(other.ask.adId)).toBe(false);
    });

    it(
      'says all that was paid since an instant, however much it is',
      async () => {
        world.wait(40 * DAY);
        const since = world.now();
        for (let each = 0; each < MANY; each += 1) await paid();
        expect(adsOf(await changed(since)).size).toBe(MANY);
        const got = new Set<string>();
        for await (const { adId } of world.payments.got()) got.add(adId);
        expect(got.size).toBeGreaterThan(MANY);
      },
      SLOW_MS,
    );
  });
}
