import { CHARGE_EVERY_HOURS } from '#domain/ad/limits.ts';
import { adsFact } from '#domain/ad/state.ts';
import { hoursInSeconds, secondsBetween } from '#domain/kernel/time.ts';
import { type Ad, ads } from '#projections/ad/collections.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import { forEachOf } from '../kernel/sweeper.ts';
import type { Payments } from '../ports/payments.ts';
import type { CreateDeadline, CreateSweep, SweepParts } from '../reactors/reactorParts.ts';
import { ASK_AFTER_CLOSING_MS, ASK_AGAIN_MS, CLOSED_PAGES, LOOK_EVERY_MS, SWEEP_STEP } from './limits.ts';
import { asHouse, settlePayment } from './settlePayment.ts';

/** Before every instant, and after the empty text of an ad that never falls due. */
export const ANY_TIME = '0';

/** Ads of a status that fall due in a span of time, from the latest on. */
export async function* adsOf(
  readStore: Pick<ReadStore, 'query'>,
  status: Ad['status'],
  { before, from = null }: { readonly before: string | null; readonly from?: string | null },
): AsyncIterable<Ad> {
  let below = before;
  let limit = SWEEP_STEP;
  for (;;) {
    const asked = { below, atOrAbove: from, limit };
    const found = (await readStore.query(ads.name, 'byStatus', [status], asked)).map(({ doc }) => doc as Ad);
    const isAll = found.length < limit;
    // The last instant of a step may go on behind it, and no step begins within an instant.
    const whole = isAll ? found : found.filter(({ due }) => due !== found.at(-1)?.due);
    yield* whole;
    if (isAll) return;
    below = whole.at(-1)?.due ?? below;
    limit = whole.length === 0 ? limit * 2 : SWEEP_STEP;
  }
}

/** Ends the ads whose time is over, at their own ends (BOOST-23). The command decides again. */
export const endsDeadline: CreateDeadline = (parts) => {
  const give = asHouse('sweep:ads', parts);
  const look = (now: Date) =>
    forEachOf(adsOf(parts.readStore, 'active', { before: now.toISOString() }), 'ends of ads', async (ad) => {
      if (!ad.runUntilPaused) await give('EndAd', { postId: ad.post, adId: ad.id }, ad.campus);
    });
  return { name: 'ends-of-ads', everyMs: LOOK_EVERY_MS, movesMoney: true, look };
};

/** Begins scheduled ads, whose ends move with their beginnings. */
export const startsDeadline: CreateDeadline = (parts) => {
  const give = asHouse('sweep:ads', parts);
  const look = (now: Date) =>
    forEachOf(
      adsOf(parts.readStore, 'scheduled', { before: now.toISOString(), from: ANY_TIME }),
      'starts of ads',
      (ad) => give('StartScheduledAd', { postId: ad.post, adId: ad.id }, ad.campus),
    );
  return { name: 'starts-of-ads', everyMs: LOOK_EVERY_MS, movesMoney: true, look };
};

/** Posts what running ads have spent, once a day. Those that run until they are paused post it with each day's payment. */
export const chargeSweep: CreateSweep = (parts) => {
  const give = asHouse('sweep:ads', parts);
  return (now) =>
    forEachOf(adsOf(parts.readStore, 'active', { before: null }), 'charges', async (ad) => {
      const hours = secondsBetween(ad.lastChargedAt ?? ad.createdAt, now.toISOString());
      if (ad.runUntilPaused || hours < hoursInSeconds(CHARGE_EVERY_HOURS)) return;
      await give('ChargeAd', { postId: ad.post, adId: ad.id }, ad.campus);
    });
};

/** Removes ads that nobody has paid for a day (Q61). */
export const unpaidSweep: CreateSweep = (parts) => {
  const give = asHouse('sweep:ads', parts);
  return (now) =>
    forEachOf(adsOf(parts.readStore, 'checkout', { before: now.toISOString() }), 'unpaid ads', (ad) =>
      give('EndUnpaidAd', { postId: ad.post, adId: ad.id }, ad.campus),
    );
};

/**
 * Asks the provider what became of the pages on which ads can be paid: a message may never come. Those too that were given
 * up, as long as somebody may have paid there.
 */
export const askingDeadline: CreateDeadline = (parts) => {
  const { readStore, payments } = parts;
  const isAskedAgain = createPace(ASK_AGAIN_MS);
  /** Pages that closed without a payment, by the provider's word. */
  const closed = new RecentMap<string, true>(CLOSED_PAGES);
  const look = async (now: Date) => {
    if (payments === null) return;
    const ms = now.getTime();
    const ask = async ({ id, post, session, paidSession }: Ad) => {
      if (session !== null && session !== paidSession && isAskedAgain(id, ms)) {
        await askAbout({ postId: post, adId: id }, closed, payments, parts);
      }
    };
    await forEachOf(adsOf(readStore, 'checkout', { before: null }), 'questions about payments', ask);
    const from = new Date(ms - ASK_AFTER_CLOSING_MS).toISOString();
    await forEachOf(adsOf(readStore, 'removed', { before: null, from }), 'questions about payments', ask);
  };
  return { name: 'questions-about-payments', everyMs: LOOK_EVERY_MS, look };
};

/**
 * Asks about all pages of an ad of which it is not known that they are paid: an older one may have been, too. One that the
 * provider has closed unpaid stays so; our clock alone says nothing, since nobody may have asked while it was open.
 */
async function askAbout(
  { postId, adId }: { readonly postId: string; readonly adId: string },
  closed: RecentMap<string, true>,
  payments: Payments,
  parts: Pick<SweepParts, 'dispatcher' | 'logger'>,
): Promise<void> {
  const { ads } = await parts.dispatcher.stateOf(adsFact(postId));
  for (const [session, { paid }] of Object.entries(ads[adId]?.sessions ?? {})) {
    if (paid !== null || closed.get(session) === true) continue;
    const found = await payments.find(session);
    if (found?.isPaid === false && !found.isOpen) closed.set(session, true);
    if (found !== null) await settlePayment(found, parts);
  }
}

/** Says whether something may be done again: after some milliseconds, or at once when the clock was put back meanwhile. */
export function createPace(everyMs: number): (id: string, ms: number) => boolean {
  const done = new Map<string, number>();
  return (id, ms) => {
    for (const [each, at] of done) if (ms < at || ms - at >= everyMs) done.delete(each);
    if (done.has(id)) return false;
    done.set(id, ms);
    return true;
  };
}
