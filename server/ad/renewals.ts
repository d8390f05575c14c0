import { ownerFacts, refuseHelpless } from '#domain/ad/owner.ts';
import { isRenewalDue } from '#domain/ad/renewalDecisions.ts';
import { centsPerDay } from '#domain/ad/spending.ts';
import { type Ad as AdState, adsFact } from '#domain/ad/state.ts';
import { adStatusSchema } from '#domain/ad/status.ts';
import type { StreamFact } from '#domain/kernel/command.ts';
import type { Ad } from '#projections/ad/collections.ts';
import { forEachOf } from '../kernel/sweeper.ts';
import type { Payments } from '../ports/payments.ts';
import type { CreateDeadline, SweepParts } from '../reactors/reactorParts.ts';
import { ASK_AGAIN_MS, LOOK_EVERY_MS } from './limits.ts';
import { asHouse } from './settlePayment.ts';
import { ANY_TIME, adsOf } from './sweeps.ts';

/** The line of a charge on the receipt. */
const DESCRIPTION = 'Boost Post: another day';
/** An ad may be paused or ended while a charge is under way. */
const STATUSES = adStatusSchema.options.filter((status) => status !== 'checkout');

type Parts = Pick<SweepParts, 'dispatcher' | 'readStore' | 'payments' | 'logger'>;

/**
 * Charges the further days of ads that run until they are paused (BOOST-04, Q58). That a charge begins is in the log before
 * the provider is asked, and the outcome after it: a crash between them leaves the key there, and the same key is asked again,
 * which charges nothing twice. Of an ad that was paused or stopped meanwhile, or whose owner could not, the provider only
 * says whether it was charged: a payment that comes later still is posted by its message.
 */
export const renewalsDeadline: CreateDeadline = (parts) => {
  const asked = new Map<string, number>();
  const look = async (now: Date) => {
    const { payments } = parts;
    if (payments === null) return;
    const ms = now.getTime();
    // One that lies ahead is of a clock that was put back.
    for (const [adId, at] of asked) if (ms < at || ms - at >= ASK_AGAIN_MS) asked.delete(adId);
    const span = { before: now.toISOString(), from: ANY_TIME };
    for (const status of STATUSES) {
      await forEachOf(adsOf(parts.readStore, status, span), 'charges of another day', async (ad) => {
        if (!ad.runUntilPaused || asked.has(ad.id)) return;
        asked.set(ad.id, ms);
        await renew(ad, now, { ...parts, payments });
        // An answer needs no waiting: the next charge may be due at once, after an ad was resumed.
        asked.delete(ad.id);
      });
    }
  };
  return { name: 'charges-of-another-day', everyMs: LOOK_EVERY_MS, movesMoney: true, look };
};

/** Charges another day of one ad, if it is due, or asks again about a charge that was begun. */
async function renew(
  { id: adId, post: postId, campus }: Ad,
  now: Date,
  { payments, ...parts }: Parts & { readonly payments: Payments },
): Promise<void> {
  const give = asHouse('sweep:ads', parts);
  const place = { postId, adId };
  const load = async () => (await parts.dispatcher.stateOf(adsFact(postId))).ads[adId];
  const before = await load();
  if (before === undefined) return;
  if (before.renewal === null && isRenewalDue(before, now.toISOString())) await give('BeginRenewal', place, campus);
  const ad = await load();
  if (ad === undefined) return;
  // Its stream is full, or its owner could not pause it, so nothing more can be charged: it ends with the day that is paid.
  if (ad.renewal === null) return give('EndAd', place, campus);
  const session = cardSessionOf(ad);
  const { renewal: key } = ad;
  const isQuestion = ad.status !== 'active' || (await isHelpless(ad.place.author, parts));
  const outcome =
    session === null
      ? ({ kind: 'refused', code: 'no_card' } as const)
      : await payments.charge({
          ...{ ...place, session, cents: centsPerDay(ad.budget), description: DESCRIPTION, key, isQuestion },
        });
  if (outcome.kind === 'paid') {
    return give('RecordRenewal', { ...place, key, payment: outcome.payment, cents: outcome.cents }, campus);
  }
  parts.logger.info({ ad: adId, code: outcome.code }, 'A card was not charged for another day of an ad.');
  await give('FailRenewal', { ...place, key }, campus);
}

/** Whether the owner can pause nothing: a ban, or a deletion, may have come since the charge was begun. */
async function isHelpless(author: string, { dispatcher }: Pick<Parts, 'dispatcher'>): Promise<boolean> {
  const known = <State>(fact: StreamFact<State> | null) => (fact === null ? null : dispatcher.stateOf(fact));
  const facts = ownerFacts(author);
  const [ban, deletion, owner] = await Promise.all([known(facts.ban), known(facts.deletion), known(facts.owner)]);
  return refuseHelpless({ ban, deletion, owner }) !== null;
}

/** The session in which the first day was paid: the card is kept there. */
function cardSessionOf({ sessions }: AdState): string | null {
  return Object.entries(sessions).find(([, { paid }]) => paid !== null)?.[0] ?? null;
}
