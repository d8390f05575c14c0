import type { AdEvent } from '#domain/ad/events.ts';
import { RENEW_BEFORE_MS, UNPAID_HOURS } from '#domain/ad/limits.ts';
import { withMore } from '#domain/ad/spending.ts';
import type { AdStatus } from '#domain/ad/status.ts';
import { isBoosted } from '#domain/ad/statusRules.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type Legs, movedOf } from '#domain/kernel/money.ts';
import { hoursInSeconds } from '#domain/kernel/time.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Fold, type Folds, type Write, write } from '../kernel/projection.ts';
import {
  type Ad,
  ads,
  type Funds,
  funds,
  moderatedAds,
  type OwnBoost,
  ownBoosts,
  ownKey,
  payments,
  sponsored,
} from './collections.ts';

type Place = Pick<AdEvent['data'], 'adId' | 'postId' | 'campus' | 'author'>;
type Of<Type extends AdEvent['type']> = RecordedEvent<Extract<AdEvent, { type: Type }>>;

/** The documents of an ad: itself, those of its post, and the money of its owner. */
const own = ({ data: { adId, postId, campus, author } }: { readonly data: Place }): readonly DocumentRef[] => [
  { collection: ads.name, key: adId },
  { collection: ownBoosts.name, key: postId },
  { collection: sponsored.name, key: postId },
  { collection: funds.name, key: ownKey(campus, author) },
  { collection: moderatedAds.name, key: adId },
];

/** Nothing falls due. */
const NEVER = '';
const MS_PER_SECOND = 1_000;

function unpaidUntil(at: string): string {
  return new Date(Date.parse(at) + hoursInSeconds(UNPAID_HOURS) * MS_PER_SECOND).toISOString();
}

const adCreated: Fold<'AdCreated'> = {
  reads: own,
  fold({ data, meta, position }, documents) {
    const {
      adId: id,
      postId: post,
      campus,
      author,
      title,
      goal,
      website,
      label,
      durationMinutes,
      amountBudgeted,
    } = data;
    const ad: Ad = {
      ...{ id, post, campus, author, list: ownKey(campus, author) },
      ...{ title, goal, website, label, durationMinutes, amountBudgeted },
      ...{ runUntilPaused: false, renewal: null, startsAt: null, rejection: null },
      targeting: { locations: [], interests: [], school_years: [] },
      status: 'checkout',
      totalSpent: 0,
      ...{ startTime: null, endTime: null, pausedAt: null, pauseCause: null, timePaused: 0, lastChargedAt: null },
      ...{ session: null, sessionExpiresAt: null, paidSession: null, payment: null },
      ...{ createdAt: meta.at, lastModified: meta.at, order: position, due: unpaidUntil(meta.at) },
    };
    return [write(ads, id, ad), ...boostOf(ad, documents)];
  },
};

/** The newest ad of the post, for its card, and the one that counts without it. */
function boostOf(ad: Ad, documents: DocumentView): readonly Write[] {
  const { id, post, campus, author, status, endTime } = ad;
  const known = documents.get(ownBoosts, post);
  if (status === 'removed') {
    if (known?.newest.ad !== id) return [];
    return [write(ownBoosts, post, known.before === null ? null : { ...known, newest: known.before, before: null })];
  }
  if (known !== undefined && known.newest.ad !== id && !begins(ad)) return [];
  const newest = { ad: id, status, endTime };
  const boost: OwnBoost = { id: post, campus, author, newest, before: beforeOf(known, id) };
  return [write(ownBoosts, post, boost)];
}

/** Whether an ad becomes the newest of its post: it was made, or it is paid after it was given up. */
function begins({ status }: Ad): boolean {
  return status === 'checkout' || (status !== 'removed' && isBoosted(status));
}

function beforeOf(known: OwnBoost | undefined, adId: string): OwnBoost['before'] {
  if (known === undefined) return null;
  if (known.newest.ad === adId || known.newest.status === 'checkout') return known.before;
  return known.newest;
}

/** Digits of an instant in milliseconds, for orders in which the earlier is the greater. */
const INSTANT_DIGITS = 15;
const LAST_INSTANT = 10 ** INSTANT_DIGITS - 1;

/** Orders what ends first before what ends later, and of one end the newest first; windows are in descending order. */
function slotOrder(endTime: string, order: string): string {
  return `${String(LAST_INSTANT - Date.parse(endTime)).padStart(INSTANT_DIGITS, '0')}:${order}`;
}

/** The post of a running ad is shown in feeds; that of any other is not. */
function slotOf(ad: Ad, documents: DocumentView): readonly Write[] {
  const { id, post, campus, author, goal, website, label, endTime, status, order } = ad;
  const known = documents.get(sponsored, post);
  // Its post is deleted, and the ad is not ended yet.
  if (known === undefined && documents.get(ads, id)?.status === 'active') return [];
  if (status !== 'active' || endTime === null) return known?.ad === id ? [write(sponsored, post, null)] : [];
  const slot = { id: post, campus, author, ad: id, goal, website, label, endTime, order: slotOrder(endTime, order) };
  return [write(sponsored, post, slot)];
}

/** The entry of an ad in the console, from its payment on. */
function moderatedOf(
  before: Ad,
  ad: Ad,
  { documents, position }: { readonly documents: DocumentView; readonly position: string },
): readonly Write[] {
  const { id, post, campus, author, title, website, label, status, startsAt, rejection } = ad;
  const known = documents.get(moderatedAds, id);
  if (status === 'removed' || status === 'checkout') return [];
  const order = known === undefined || status !== before.status ? position : known.order;
  const seen = { id, post, campus, author, list: 'paid' as const, title, website, label };
  return [write(moderatedAds, id, { ...seen, status, startsAt, rejection, order })];
}

/** The money of the owner after a posting. */
function fundsAfter({ campus, author }: Ad, legs: Legs, documents: DocumentView): readonly Write[] {
  if (legs.length === 0) return [];
  const id = ownKey(campus, author);
  const before: Funds = documents.get(funds, id) ?? {
    id,
    campus,
    author,
    paid: 0,
    spent: 0,
    refunded: 0,
    available: 0,
  };
  const provider = movedOf(legs, 'provider');
  const after: Funds = {
    ...before,
    paid: before.paid + Math.max(0, -provider),
    refunded: before.refunded + Math.max(0, provider),
    spent: before.spent + movedOf(legs, 'spent'),
    available: before.available + movedOf(legs, 'funds'),
  };
  return [write(funds, id, after)];
}

/** Folds an event of an ad that is there: into it, the card of its post, the feeds, and the money of its owner. */
function onAd<Type extends Exclude<AdEvent['type'], 'AdCreated'>>(change: (ad: Ad, event: Of<Type>) => Partial<Ad>) {
  return {
    reads: own,
    fold(event: Of<Type>, documents: DocumentView): readonly Write[] {
      const before = documents.get(ads, event.data.adId);
      if (before === undefined) return [];
      const legs: Legs = 'legs' in event.data ? event.data.legs : [];
      const totalSpent = before.totalSpent + movedOf(legs, 'spent');
      const ad: Ad = { ...before, totalSpent, lastModified: event.meta.at, ...change(before, event) };
      return [
        write(ads, ad.id, ad),
        ...(ad.status === before.status && ad.endTime === before.endTime ? [] : boostOf(ad, documents)),
        ...slotOf(ad, documents),
        ...moderatedOf(before, ad, { documents, position: event.position }),
        ...fundsAfter(ad, legs, documents),
      ];
    },
  };
}

/** When somebody has to look after an ad that does not run: at once, as long as the outcome of a charge is not known. */
const dueAtRest = ({ renewal, due, startsAt }: Ad) => (renewal === null ? (startsAt ?? NEVER) : due);

const paused = (ad: Ad, { data: { pausedAt, cause } }: Of<'AdPaused'>): Partial<Ad> => ({
  ...{ status: 'paused', pausedAt, pauseCause: cause, lastChargedAt: pausedAt, due: dueAtRest(ad) },
});

const ended = (ad: Ad, status: AdStatus, at: string): Partial<Ad> => ({
  ...{ status, pausedAt: null, pauseCause: null, startsAt: null, lastChargedAt: at },
  due: dueAtRest({ ...ad, startsAt: null }),
});

/** When the next day of an ad has to be charged. */
function chargedBefore(endTime: string): string {
  return new Date(Date.parse(endTime) - RENEW_BEFORE_MS).toISOString();
}

/** An ad runs, until an end. */
function runs({ runUntilPaused }: Ad, endTime: string): Partial<Ad> {
  const due = runUntilPaused ? chargedBefore(endTime) : endTime;
  return { status: 'active', endTime, pausedAt: null, pauseCause: null, startsAt: null, due };
}

const goesOn = (ad: Ad, { pausedMs, endTime }: { readonly pausedMs: number; readonly endTime: string }) => ({
  ...runs(ad, endTime),
  timePaused: ad.timePaused + pausedMs,
});

/** After the payment of another day. */
function renewed(ad: Ad, { data: { key, payment, chargedAt, addedMinutes, endTime } }: Of<'AdRenewed'>): Partial<Ad> {
  const renewal = ad.renewal === key ? null : ad.renewal;
  const isAdded = endTime !== null;
  return {
    ...{ renewal, paidSession: payment, payment, lastChargedAt: chargedAt },
    ...withMore(ad, addedMinutes),
    ...(isAdded ? { endTime } : {}),
    due: isAdded && ad.status === 'active' ? chargedBefore(endTime) : dueAtRest({ ...ad, renewal }),
  };
}

function renewalFailed(ad: Ad, { data: { failedAt } }: Of<'RenewalFailed'>): Partial<Ad> {
  const rest = { renewal: null, due: dueAtRest({ ...ad, renewal: null }) };
  if (ad.status !== 'active') return rest;
  return { ...rest, status: 'paused', pausedAt: failedAt, pauseCause: 'payment failed', lastChargedAt: failedAt };
}

const adPaid = onAd<'AdPaid'>((_ad, { data: { session, payment } }) => ({ paidSession: session, payment }));

const adRenewed = onAd<'AdRenewed'>(renewed);

/** A payment of an ad. */
function paymentOf(
  { data, meta, position: order }: Of<'AdPaid'> | Of<'AdRenewed'>,
  id: string,
  documents: DocumentView,
): readonly Write[] {
  const ad = documents.get(ads, data.adId);
  if (ad === undefined) return [];
  const { post, campus, author, title } = ad;
  const payment = {
    ...{ id, ad: ad.id, post, campus, author, list: ownKey(campus, author), title },
    ...{ cents: -movedOf(data.legs, 'provider'), refunded: 0, payment: data.payment, paidAt: meta.at, order },
  };
  return [write(payments, id, payment)];
}

/** A payment, beside what it does to its ad. */
const paymentMade: Fold<'AdPaid'> = {
  reads: (event) => [...own(event), { collection: payments.name, key: event.data.session }],
  fold: (event, documents) => [...adPaid.fold(event, documents), ...paymentOf(event, event.data.session, documents)],
};

/** The payment of another day. */
const dayPaid: Fold<'AdRenewed'> = {
  reads: (event) => [...own(event), { collection: payments.name, key: event.data.payment }],
  fold: (event, documents) => [...adRenewed.fold(event, documents), ...paymentOf(event, event.data.payment, documents)],
};

const refunded = onAd<'AdRefunded'>(() => ({}));

const adRefunded: Fold<'AdRefunded'> = {
  reads: (event) => [...own(event), { collection: payments.name, key: event.data.session }],
  fold(event, documents) {
    const payment = documents.get(payments, event.data.session);
    const given =
      payment === undefined ? [] : [write(payments, payment.id, { ...payment, refunded: event.data.refundedTotal })];
    return [...refunded.fold(event, documents), ...given];
  },
};

/** A deleted post leaves the feeds at once; a reactor ends its ad. */
const postDeleted: Fold<'PostDeleted'> = {
  reads: ({ data }) => (data.parent === null ? [{ collection: sponsored.name, key: data.postId }] : []),
  fold: ({ data }, documents) =>
    data.parent !== null || documents.get(sponsored, data.postId) === undefined
      ? []
      : [write(sponsored, data.postId, null)],
};

/** How each event changes the read models of ads. */
export const adFolds: Folds = {
  AdCreated: adCreated,
  CheckoutOpened: onAd<'CheckoutOpened'>(({ status, due }, { data: { session, expiresAt } }) => ({
    ...{ session, sessionExpiresAt: expiresAt },
    due: status === 'removed' ? expiresAt : due,
  })),
  // Until its page has closed, and a while longer, somebody has to ask whether it was paid after all.
  AdRemoved: onAd<'AdRemoved'>(({ sessionExpiresAt }) => ({
    ...{ status: 'removed', list: null, due: sessionExpiresAt ?? NEVER },
  })),
  AdPaid: paymentMade,
  AdActivated: onAd<'AdActivated'>((ad, { data: { startTime, endTime } }) => ({
    ...runs(ad, endTime),
    ...{ list: ownKey(ad.campus, ad.author), startTime, lastChargedAt: startTime },
  })),
  AdCharged: onAd<'AdCharged'>((_ad, { data: { chargedAt } }) => ({ lastChargedAt: chargedAt })),
  AdPaused: onAd<'AdPaused'>(paused),
  AdResumed: onAd<'AdResumed'>((ad, { data }) => goesOn(ad, data)),
  AdStopped: onAd<'AdStopped'>((ad, { data: { stoppedAt } }) => ended(ad, 'stopped', stoppedAt)),
  AdCompleted: onAd<'AdCompleted'>((ad, { data: { endedAt } }) => ended(ad, 'completed', endedAt)),
  AdMadeOpenEnded: onAd<'AdMadeOpenEnded'>(() => ({ runUntilPaused: true })),
  RenewalBegun: onAd<'RenewalBegun'>((_ad, { data: { key } }) => ({ renewal: key })),
  AdRenewed: dayPaid,
  RenewalFailed: onAd<'RenewalFailed'>(renewalFailed),
  AdReviewBegun: onAd<'AdReviewBegun'>((ad, { data: { heldAt } }) => ({
    ...{ status: 'in review', pausedAt: ad.pausedAt ?? heldAt, startsAt: null, lastChargedAt: heldAt },
    due: dueAtRest({ ...ad, startsAt: null }),
  })),
  AdScheduled: onAd<'AdScheduled'>((_ad, { data: { startsAt } }) => ({
    ...{ status: 'scheduled', startsAt, due: startsAt },
  })),
  AdApproved: onAd<'AdApproved'>((ad, { data }) => goesOn(ad, data)),
  AdRejected: onAd<'AdRejected'>((ad, { data: { reason, rejectedAt } }) => ({
    ...ended(ad, 'rejected', rejectedAt),
    rejection: reason,
  })),
  AdRenamed: onAd<'AdRenamed'>((_ad, { data: { title } }) => ({ title })),
  AdRefunded: adRefunded,
  PostDeleted: postDeleted,
};
