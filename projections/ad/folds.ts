import type { AdEvent } from '#domain/ad/events.ts';
import { UNPAID_HOURS } from '#domain/ad/limits.ts';
import type { AdStatus } from '#domain/ad/status.ts';
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
  return status === 'checkout' || status === 'active' || status === 'paused';
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
        ...fundsAfter(ad, legs, documents),
      ];
    },
  };
}

const paused = ({ data: { pausedAt, cause } }: Of<'AdPaused'>): Partial<Ad> => ({
  ...{ status: 'paused', pausedAt, pauseCause: cause, lastChargedAt: pausedAt, due: NEVER },
});

const ended = (status: AdStatus, at: string): Partial<Ad> => ({
  ...{ status, pausedAt: null, pauseCause: null, lastChargedAt: at, due: NEVER },
});

const adPaid = onAd<'AdPaid'>((_ad, { data: { session, payment } }) => ({ paidSession: session, payment }));

/** A payment, beside what it does to its ad. */
const paymentMade: Fold<'AdPaid'> = {
  reads: (event) => [...own(event), { collection: payments.name, key: event.data.session }],
  fold(event, documents) {
    const { data, meta, position: order } = event;
    const ad = documents.get(ads, data.adId);
    if (ad === undefined) return [];
    const { post, campus, author, title } = ad;
    const payment = {
      ...{ id: data.session, ad: ad.id, post, campus, author, list: ownKey(campus, author), title },
      ...{ cents: -movedOf(data.legs, 'provider'), refunded: 0, payment: data.payment, paidAt: meta.at, order },
    };
    return [...adPaid.fold(event, documents), write(payments, data.session, payment)];
  },
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
  CheckoutOpened: onAd<'CheckoutOpened'>((_ad, { data: { session, expiresAt } }) => ({
    session,
    sessionExpiresAt: expiresAt,
  })),
  AdRemoved: onAd<'AdRemoved'>(() => ({ status: 'removed', list: null, due: NEVER })),
  AdPaid: paymentMade,
  AdActivated: onAd<'AdActivated'>(({ campus, author }, { data: { startTime, endTime } }) => ({
    ...{ status: 'active', list: ownKey(campus, author), startTime, endTime, lastChargedAt: startTime, due: endTime },
  })),
  AdCharged: onAd<'AdCharged'>((_ad, { data: { chargedAt } }) => ({ lastChargedAt: chargedAt })),
  AdPaused: onAd<'AdPaused'>((_ad, event) => paused(event)),
  AdResumed: onAd<'AdResumed'>(({ timePaused }, { data: { pausedMs, endTime } }) => ({
    ...{ status: 'active', endTime, pausedAt: null, pauseCause: null, timePaused: timePaused + pausedMs, due: endTime },
  })),
  AdStopped: onAd<'AdStopped'>((_ad, { data: { stoppedAt } }) => ended('stopped', stoppedAt)),
  AdCompleted: onAd<'AdCompleted'>((_ad, { data: { endedAt } }) => ended('completed', endedAt)),
  AdRenamed: onAd<'AdRenamed'>((_ad, { data: { title } }) => ({ title })),
  AdRefunded: adRefunded,
  PostDeleted: postDeleted,
};
