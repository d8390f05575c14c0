import { assertNever } from '../kernel/assertNever.ts';
import { streamFact } from '../kernel/command.ts';
import { movedOf } from '../kernel/money.ts';
import { type Personal, reveal } from '../kernel/personal.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import type { AdEvent } from './events.ts';
import { type Budget, laterOf, type Running, withMore } from './spending.ts';
import type { AdStatus } from './status.ts';

/** Ids of an ad; the same in all its events. */
export interface AdPlace {
  readonly adId: string;
  readonly postId: string;
  readonly campus: string;
  readonly author: string;
}

/** A session of the provider: a page on which an ad can be paid, or its payment. */
export interface AdSession {
  readonly expiresAt: string | null;
  /** Cents that were paid; `null`: nothing was. */
  readonly paid: number | null;
  readonly refunded: number;
}

/** One ad. */
export interface Ad {
  readonly place: AdPlace;
  /** `removed`: it was never paid, and is gone. */
  readonly status: AdStatus | 'removed';
  readonly title: string | null;
  /** It runs until it is paused, and a day is paid at a time (Q58). */
  readonly openEnded: boolean;
  /** Key of a charge whose outcome is not known; `null`: there is none. */
  readonly renewal: string | null;
  /** Charges that were refused so far. */
  readonly refusals: number;
  /** ISO instant at which a scheduled ad goes on. */
  readonly startsAt: string | null;
  readonly budget: Budget;
  readonly createdAt: string;
  /** `null`: it has never run. */
  readonly running: Running | null;
  /** Cents that were posted as spent. */
  readonly spent: number;
  /** Cents of its payments that are left. */
  readonly funds: number;
  /** ISO instant of the last posting of what it spends. */
  readonly chargedAt: string | null;
  /** By the provider's id. */
  readonly sessions: Readonly<Record<string, AdSession>>;
}

/** The ads of a post. */
export interface AdsState extends Counted {
  readonly ads: Readonly<Record<string, Ad>>;
  /** Id of the newest one that was not removed, and `null` without one (decisions D36). */
  readonly newest: string | null;
  /** ISO instant of the latest event; `null`: there is none. A clock that is put back does not take time of ads back. */
  readonly latest: string | null;
}

export const initialAds: AdsState = { ads: {}, newest: null, latest: null, eventCount: 0 };

/** The ads of a post, as a fact. The id is that of the post. */
export const adsFact = streamFact<AdsState>('ad');

/** The state after an event. `at`: its ISO instant. */
export function evolveAds(state: AdsState, event: AdEvent, at: string): AdsState {
  const { adId } = event.data;
  const before = state.ads[adId] ?? null;
  const ad = event.type === 'AdCreated' ? created(event.data, at) : before === null ? null : evolveAd(before, event);
  if (ad === null) return state;
  // One that was given up and is paid after all is the newest from then on.
  const { [adId]: _before, ...others } = state.ads;
  const ads = before?.status === 'removed' ? { ...others, [adId]: ad } : { ...state.ads, [adId]: ad };
  return { ...state, ads, newest: newestOf(ads), latest: laterOf(state.latest ?? at, at) };
}

/** Ads are kept in the order of their creation, or return. */
function newestOf(ads: AdsState['ads']): string | null {
  return Object.values(ads).findLast(({ status }) => status !== 'removed')?.place.adId ?? null;
}

function created(data: Extract<AdEvent, { type: 'AdCreated' }>['data'], createdAt: string): Ad {
  const { adId, postId, campus, author, title, durationMinutes, amountBudgeted } = data;
  return {
    place: { adId, postId, campus, author },
    status: 'checkout',
    title: textOf(title),
    budget: { durationMinutes, amountBudgeted },
    openEnded: false,
    renewal: null,
    refusals: 0,
    startsAt: null,
    createdAt,
    running: null,
    spent: 0,
    funds: 0,
    chargedAt: null,
    sessions: {},
  };
}

/** An open text. */
function textOf(text: Personal<string>): string | null {
  return reveal(text);
}

function evolveAd(ad: Ad, event: Exclude<AdEvent, { type: 'AdCreated' }>): Ad {
  switch (event.type) {
    case 'CheckoutOpened':
      return withSession(ad, event.data.session, { expiresAt: event.data.expiresAt });
    case 'AdRemoved':
      return { ...ad, status: 'removed' };
    case 'AdPaid':
      return withSession(posted(ad, event.data), event.data.session, { paid: -movedOf(event.data.legs, 'provider') });
    case 'AdActivated': {
      const { startTime, endTime } = event.data;
      return { ...ad, status: 'active', running: { startTime, endTime, pausedAt: null }, chargedAt: startTime };
    }
    case 'AdCharged':
      return { ...posted(ad, event.data), chargedAt: event.data.chargedAt };
    case 'AdPaused': {
      const { pausedAt } = event.data;
      return { ...ran({ ...posted(ad, event.data), status: 'paused' }, { pausedAt }), chargedAt: pausedAt };
    }
    case 'AdResumed':
      return ran({ ...ad, status: 'active', startsAt: null }, { endTime: event.data.endTime, pausedAt: null });
    case 'AdStopped':
      return ran({ ...posted(ad, event.data), status: 'stopped' }, { pausedAt: null });
    case 'AdCompleted':
      return ran({ ...posted(ad, event.data), status: 'completed' }, { pausedAt: null });
    case 'AdMadeOpenEnded':
      return { ...ad, openEnded: true };
    case 'RenewalBegun':
      return { ...ad, renewal: event.data.key };
    case 'AdRenewed':
      return renewed(ad, event.data);
    case 'RenewalFailed': {
      const failed = { ...posted(ad, event.data), renewal: null, refusals: ad.refusals + 1 };
      return ad.status === 'active' ? held(failed, 'paused', event.data.failedAt) : failed;
    }
    case 'AdReviewBegun':
      return { ...held(posted(ad, event.data), 'in review', event.data.heldAt), startsAt: null };
    case 'AdScheduled':
      return { ...ad, status: 'scheduled', startsAt: event.data.startsAt };
    case 'AdApproved':
      return ran({ ...ad, status: 'active', startsAt: null }, { endTime: event.data.endTime, pausedAt: null });
    case 'AdRejected':
      return ran({ ...posted(ad, event.data), status: 'rejected', startsAt: null }, { pausedAt: null });
    case 'AdRenamed':
      return { ...ad, title: textOf(event.data.title) };
    case 'AdRefunded':
      return withSession(posted(ad, event.data), event.data.session, { refunded: event.data.refundedTotal });
    default:
      return assertNever(event);
  }
}

/** The ad does not run from an instant on; one that did not run before keeps the moment of its pause. */
function held(ad: Ad, status: 'paused' | 'in review', at: string): Ad {
  return { ...ran({ ...ad, status }, { pausedAt: ad.running?.pausedAt ?? at }), chargedAt: at };
}

/** The ad after the payment of another day. The payment has no session: its own id stands for one. */
function renewed(ad: Ad, data: Extract<AdEvent, { type: 'AdRenewed' }>['data']): Ad {
  const { key, payment, chargedAt, addedMinutes, endTime, legs } = data;
  const paid = withSession(posted(ad, data), payment, { paid: -movedOf(legs, 'provider') });
  const after: Ad = {
    ...paid,
    chargedAt,
    renewal: ad.renewal === key ? null : ad.renewal,
    budget: withMore(ad.budget, addedMinutes),
  };
  return endTime === null ? after : ran(after, { endTime });
}

/** The ad after a posting. */
function posted(ad: Ad, { legs }: { readonly legs: Parameters<typeof movedOf>[0] }): Ad {
  return { ...ad, funds: ad.funds + movedOf(legs, 'funds'), spent: ad.spent + movedOf(legs, 'spent') };
}

function ran(ad: Ad, change: Partial<Running>): Ad {
  return ad.running === null ? ad : { ...ad, running: { ...ad.running, ...change } };
}

function withSession(ad: Ad, session: string, change: Partial<AdSession>): Ad {
  const before = ad.sessions[session] ?? { expiresAt: null, paid: null, refunded: 0 };
  return { ...ad, sessions: { ...ad.sessions, [session]: { ...before, ...change } } };
}
