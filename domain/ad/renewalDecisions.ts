import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { transfer } from '../kernel/money.ts';
import { postRejection } from '../post/rejection.ts';
import type { AdCommandNamed, AdContext } from './commands.ts';
import type { AdEvent } from './events.ts';
import { houseAd } from './houseDecisions.ts';
import { MINUTES_PER_DAY, MS_PER_MINUTE, RENEW_BEFORE_MS } from './limits.ts';
import { refuseHelpless } from './owner.ts';
import { adRejection } from './rejection.ts';
import { settle } from './settling.ts';
import { after, centsPerDay, laterOf, msLeft } from './spending.ts';
import type { Ad, AdsState } from './state.ts';
import { isBoosted } from './statusRules.ts';

/** Ads that run until they are paused: each further day is charged at the provider, and moves the end (BOOST-04, Q58). */

/**
 * Names the charge of an ad's next day: the same until the provider has answered, so that a repeated ask is the same charge.
 * After a refusal it is another one.
 */
export function renewalKey({ place, budget, refusals }: Ad): string {
  return ['renewal', place.adId, budget.durationMinutes / MINUTES_PER_DAY + 1, refusals].join(':');
}

/** Whether the next day of an ad has to be charged: shortly before the end of the one that is paid. */
export function isRenewalDue({ openEnded, status, running }: Ad, now: string): boolean {
  return openEnded && status === 'active' && running !== null && msLeft(running, now) <= RENEW_BEFORE_MS;
}

/** Notes that another day is about to be charged. */
export function beginRenewal(
  state: AdsState,
  { data }: AdCommandNamed<'BeginRenewal'>,
  { actor, now, facts: { post, ...ofOwner } }: AdContext<'BeginRenewal'>,
): Decision<AdEvent> {
  const found = houseAd(state, data, actor);
  if ('refused' in found) return refuse(found.refused);
  const { ad } = found;
  if (!ad.openEnded) return refuse(adRejection('AD_NOT_OPEN_ENDED'));
  if (ad.renewal !== null) return accept();
  if (ad.status !== 'active') return refuse(adRejection('AD_NOT_ACTIVE'));
  // It ends in a moment, with its post.
  if (post.deleted) return refuse(postRejection('POST_DELETED'));
  const helpless = refuseHelpless(ofOwner);
  if (helpless !== null) return refuse(helpless);
  if (!isRenewalDue(ad, now)) return refuse(adRejection('AD_STILL_RUNS'));
  return accept<AdEvent>({ type: 'RenewalBegun', data: { ...ad.place, key: renewalKey(ad) } });
}

/** The instant from which another day of an ad counts: the end of the one before, or later where nobody has charged in time. */
function nextDayFrom(ad: Ad, now: string): string | null {
  if (ad.running === null || ad.status === 'removed' || !isBoosted(ad.status)) return null;
  const { endTime, pausedAt } = ad.running;
  return laterOf(endTime, pausedAt ?? now);
}

/** Adds another day that is paid: once, however often the provider says it. For an ad that has ended it stays in the funds. */
export function recordRenewal(
  state: AdsState,
  { data: { adId, key, payment, cents } }: AdCommandNamed<'RecordRenewal'>,
  { actor, now }: AdContext<'RecordRenewal'>,
): Decision<AdEvent> {
  const found = houseAd(state, { adId }, actor);
  if ('refused' in found) return refuse(found.refused);
  const { ad } = found;
  if (!ad.openEnded) return refuse(adRejection('AD_NOT_OPEN_ENDED'));
  if ((ad.sessions[payment]?.paid ?? null) !== null) return accept();
  const from = cents < centsPerDay(ad.budget) ? null : nextDayFrom(ad, now);
  const spent = ad.status === 'active' ? settle(ad, now).legs : [];
  return accept<AdEvent>({
    type: 'AdRenewed',
    data: {
      ...ad.place,
      ...{ key, payment, chargedAt: now },
      addedMinutes: from === null ? 0 : MINUTES_PER_DAY,
      endTime: from === null ? null : after(from, MINUTES_PER_DAY * MS_PER_MINUTE),
      legs: [...transfer('provider', 'funds', cents), ...spent],
    },
  });
}

/** A charge was refused: an ad that runs pauses, and says so to its owner (Q58). */
export function failRenewal(
  state: AdsState,
  { data: { adId, key } }: AdCommandNamed<'FailRenewal'>,
  { actor, now }: AdContext<'FailRenewal'>,
): Decision<AdEvent> {
  const found = houseAd(state, { adId }, actor);
  if ('refused' in found) return refuse(found.refused);
  const { ad } = found;
  if (ad.renewal !== key) return accept();
  const settled = ad.status === 'active' ? settle(ad, now) : { minutes: 0, legs: [] };
  return accept<AdEvent>({ type: 'RenewalFailed', data: { ...ad.place, key, failedAt: now, ...settled } });
}
