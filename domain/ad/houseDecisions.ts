import type { Actor } from '../kernel/actor.ts';
import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { transfer } from '../kernel/money.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { hasRoom } from '../kernel/streamLimit.ts';
import { hoursInSeconds, secondsBetween } from '../kernel/time.ts';
import { postRejection } from '../post/rejection.ts';
import type { AdCommandNamed, AdContext } from './commands.ts';
import type { AdEvent } from './events.ts';
import { MS_PER_MINUTE, UNPAID_HOURS } from './limits.ts';
import { refuseHelpless } from './owner.ts';
import { adRejection } from './rejection.ts';
import { completion, isOver, settle, stopped } from './settling.ts';
import { after } from './spending.ts';
import type { Ad, AdsState } from './state.ts';
import { isBoosted } from './statusRules.ts';

/** The commands of the house: what the payment provider says, and what falls due. */

/** An ad that a command of the house is about, or why that is refused. */
export function houseAd(
  { ads }: AdsState,
  { adId }: { readonly adId: string },
  actor: Actor,
): { readonly ad: Ad } | { readonly refused: Rejection } {
  if (actor.kind !== 'system') return { refused: kernelRejection('NOT_ALLOWED') };
  const ad = ads[adId];
  return ad === undefined ? { refused: adRejection('AD_UNKNOWN') } : { ad };
}

/** A page on which an ad can be paid is there. */
export function recordCheckout(
  state: AdsState,
  { data: { adId, session, expiresAt } }: AdCommandNamed<'RecordCheckout'>,
  { actor }: AdContext<'RecordCheckout'>,
): Decision<AdEvent> {
  const found = houseAd(state, { adId }, actor);
  if ('refused' in found) return refuse(found.refused);
  const { sessions, place } = found.ad;
  // It is recorded for an ad that is gone as well: somebody may still pay there, and the sweep has to know.
  if (sessions[session] !== undefined) return accept();
  return accept<AdEvent>({ type: 'CheckoutOpened', data: { ...place, session, expiresAt } });
}

/**
 * A payment adds to the funds, and lets its ad run: once, however often and late the provider says it (Q60). An ad that was
 * given up meanwhile runs all the same, because it is paid; unless its post is gone or has another ad that runs.
 */
export function confirmPayment(
  state: AdsState,
  { data: { adId, session, payment, cents } }: AdCommandNamed<'ConfirmPayment'>,
  { actor, now, facts: { post } }: AdContext<'ConfirmPayment'>,
): Decision<AdEvent> {
  const found = houseAd(state, { adId }, actor);
  if ('refused' in found) return refuse(found.refused);
  const { ad } = found;
  const { ads } = state;
  if ((ad.sessions[session]?.paid ?? null) !== null) return accept();
  const paid: AdEvent = {
    type: 'AdPaid',
    data: { ...ad.place, session, payment, legs: [...transfer('provider', 'funds', cents)] },
  };
  const isWaiting = ad.status === 'checkout' || ad.status === 'removed';
  const isCovered = cents >= ad.budget.amountBudgeted;
  const isTaken = Object.values(ads).some(({ status }) => status !== 'removed' && isBoosted(status));
  if (!isWaiting || !isCovered || isTaken || post.deleted) return accept(paid);
  const others = Object.values(ads).filter(({ status, place }) => status === 'checkout' && place.adId !== adId);
  const replaced = others.map(({ place }): AdEvent => ({ type: 'AdRemoved', data: { ...place, cause: 'replaced' } }));
  return accept(paid, ...replaced, ...activation(ad, now, post.sale === 'sold'));
}

function activation(ad: Ad, now: string, isSold: boolean): readonly AdEvent[] {
  const running = { startTime: now, endTime: after(now, ad.budget.durationMinutes * MS_PER_MINUTE) };
  const activated: AdEvent = { type: 'AdActivated', data: { ...ad.place, ...running } };
  if (!isSold) return [activated];
  return [
    activated,
    { type: 'AdPaused', data: { ...ad.place, cause: 'post sold', pausedAt: now, minutes: 0, legs: [] } },
  ];
}

/**
 * A refund at the provider lowers the funds. The rest of a running ad is not covered any more then, so that it stops
 * (decisions D56). What was spent already is given back by the house.
 */
export function recordRefund(
  state: AdsState,
  { data: { adId, session, refundedTotal } }: AdCommandNamed<'RecordRefund'>,
  { actor, now }: AdContext<'RecordRefund'>,
): Decision<AdEvent> {
  const found = houseAd(state, { adId }, actor);
  if ('refused' in found) return refuse(found.refused);
  const { ad } = found;
  const payment = ad.sessions[session];
  if (payment === undefined || payment.paid === null) return refuse(adRejection('AD_NOT_PAID_FOR'));
  const total = Math.min(refundedTotal, payment.paid);
  const cents = total - payment.refunded;
  if (cents <= 0) return accept();
  const ends = ad.status !== 'removed' && isBoosted(ad.status) ? [stopped(ad, 'refunded', now)] : [];
  const spentNow = ends.length === 0 ? 0 : sumTo('spent', ends);
  const fromFunds = Math.min(cents, ad.funds - spentNow);
  const refund: AdEvent = {
    type: 'AdRefunded',
    data: {
      ...ad.place,
      session,
      refundedTotal: total,
      legs: [...transfer('funds', 'provider', fromFunds), ...transfer('spent', 'provider', cents - fromFunds)],
    },
  };
  return accept(...ends, refund);
}

function sumTo(account: string, events: readonly AdEvent[]): number {
  const legs = events.flatMap(({ data }) => ('legs' in data ? data.legs : []));
  return legs.filter((leg) => leg.account === account).reduce((sum, { cents }) => sum + cents, 0);
}

/** Posts what an ad that runs has spent so far. */
export function chargeAd(
  state: AdsState,
  { data }: AdCommandNamed<'ChargeAd'>,
  { actor, now }: AdContext<'ChargeAd'>,
): Decision<AdEvent> {
  const found = houseAd(state, data, actor);
  if ('refused' in found) return refuse(found.refused);
  const { ad } = found;
  if (ad.status !== 'active' || isOver(ad, now)) return accept();
  const settled = settle(ad, now);
  if (settled.legs.length === 0) return accept();
  return accept<AdEvent>({ type: 'AdCharged', data: { ...ad.place, chargedAt: now, ...settled } });
}

/** Ends an ad whose time is over, at its own end (BOOST-23). */
export function endAd(
  state: AdsState,
  { data }: AdCommandNamed<'EndAd'>,
  { actor, now, facts }: AdContext<'EndAd'>,
): Decision<AdEvent> {
  const found = houseAd(state, data, actor);
  if ('refused' in found) return refuse(found.refused);
  const { ad } = found;
  if (ad.status !== 'active' || ad.running === null) return accept();
  // One that runs until it is paused ends only where no further day can be charged.
  const isLastDay = !hasRoom(state, 1) || refuseHelpless(facts) !== null;
  const hasRun = ad.openEnded && isLastDay && ad.running.endTime <= now;
  return hasRun || isOver(ad, now) ? accept(completion(ad, ad.running.endTime)) : refuse(adRejection('AD_STILL_RUNS'));
}

/** Removes an ad that nobody has paid for a day, once nobody can pay it any more (Q61). */
export function endUnpaidAd(
  state: AdsState,
  { data }: AdCommandNamed<'EndUnpaidAd'>,
  { actor, now }: AdContext<'EndUnpaidAd'>,
): Decision<AdEvent> {
  const found = houseAd(state, data, actor);
  if ('refused' in found) return refuse(found.refused);
  const { status, place, createdAt, sessions } = found.ad;
  if (status === 'removed') return accept();
  const isOld = secondsBetween(createdAt, now) >= hoursInSeconds(UNPAID_HOURS);
  const isOpen = Object.values(sessions).some(({ expiresAt }) => expiresAt !== null && expiresAt > now);
  if (status !== 'checkout' || !isOld || isOpen) return refuse(adRejection('AD_NOT_UNPAID'));
  return accept<AdEvent>({ type: 'AdRemoved', data: { ...place, cause: 'not paid' } });
}

/** An ad ends with its post; what is not spent stays in the funds (Q27, decisions D55). */
export function endAdOfPost(
  state: AdsState,
  { data }: AdCommandNamed<'EndAdOfPost'>,
  { actor, now, facts: { post } }: AdContext<'EndAdOfPost'>,
): Decision<AdEvent> {
  const found = houseAd(state, data, actor);
  if ('refused' in found) return refuse(found.refused);
  if (!post.deleted) return refuse(postRejection('POST_STANDS'));
  const { ad } = found;
  if (ad.status === 'checkout') {
    return accept<AdEvent>({ type: 'AdRemoved', data: { ...ad.place, cause: 'post deleted' } });
  }
  return ad.status !== 'removed' && isBoosted(ad.status) ? accept(stopped(ad, 'post deleted', now)) : accept();
}

/** An ad pauses when its post is sold (decisions D55). */
export function pauseAdOfSold(
  { ads, newest }: AdsState,
  _command: AdCommandNamed<'PauseAdOfSold'>,
  { actor, now, facts: { post } }: AdContext<'PauseAdOfSold'>,
): Decision<AdEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const ad = newest === null ? undefined : ads[newest];
  if (ad === undefined || post.sale !== 'sold' || ad.status !== 'active') return accept();
  if (ad.running !== null && isOver(ad, now)) return accept(completion(ad, ad.running.endTime));
  return accept<AdEvent>({
    type: 'AdPaused',
    data: { ...ad.place, cause: 'post sold', pausedAt: now, ...settle(ad, now) },
  });
}
