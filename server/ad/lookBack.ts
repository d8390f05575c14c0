import { adsFact } from '#domain/ad/state.ts';
import { forEachOf } from '../kernel/sweeper.ts';
import type { FoundPayment } from '../ports/payments.ts';
import type { CreateDeadline, SweepParts } from '../reactors/reactorParts.ts';
import { LOOK_BACK_AFTER_FAULT_MS, LOOK_BACK_AGAIN_MS, LOOK_BACK_EVERY_MS, LOOK_BACK_MS } from './limits.ts';
import { settleLater, settlePayment } from './settlePayment.ts';

type Parts = Pick<SweepParts, 'dispatcher' | 'logger'>;

/**
 * Asks the provider once a day, and after each start, what it has got and given back lately. Of a refund or a lost dispute
 * nobody asks otherwise, so one whose message was lost is found here; and so is what a log does not know that was put back
 * from a backup. What the provider says counts. A look that the provider does not answer is begun anew.
 */
export const lookBackDeadline: CreateDeadline = (parts) => {
  let last: number | null = null;
  const look = async (now: Date) => {
    const { payments } = parts;
    const ms = now.getTime();
    // A clock that was put back begins anew.
    const isSoon = last !== null && ms >= last && ms - last < LOOK_BACK_EVERY_MS;
    if (payments === null || isSoon) return;
    const since = new Date(ms - LOOK_BACK_MS).toISOString();
    try {
      await forEachOf(payments.changedSince(since), 'payments', (each) => settle(each, parts));
      last = ms;
    } catch (error) {
      // One payment that fails each time does not make a look of thirty days one of each minute.
      if (error instanceof AggregateError) last = ms - LOOK_BACK_EVERY_MS + LOOK_BACK_AFTER_FAULT_MS;
      throw error;
    }
  };
  return { name: 'payments-of-late', everyMs: LOOK_BACK_AGAIN_MS, look };
};

/** Lets the log say what the provider says, where it does not. */
async function settle(each: FoundPayment, parts: Parts): Promise<void> {
  const { ad, refunded } = each.found;
  if (ad === null) return;
  const { ads } = await parts.dispatcher.stateOf(adsFact(ad.postId));
  const kept = ads[ad.adId];
  if (kept === undefined) {
    // The log was put back from a backup that is older than the ad: `quad ledger` names the payment, for the operator.
    parts.logger.warn({ ...ad, kind: each.kind }, 'The provider has a payment of an ad that the log does not have.');
    return;
  }
  const known = kept.sessions[each.kind === 'page' ? each.found.session : each.found.payment];
  if (known !== undefined && known.paid !== null && known.refunded >= Math.min(refunded, known.paid)) return;
  if (each.kind === 'page') await settlePayment(each.found, parts);
  else await settleLater(each.found, parts);
}
