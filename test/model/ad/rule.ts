import type { AdEvent } from '#domain/ad/events.ts';
import { type Happened, isHouse, must, mustAcross, type Unlawful } from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { postLedger } from '../post/parts.ts';

const MINUTE_MS = 60_000;

/** An ad by the log. */
interface KeptAd {
  readonly postId: string;
  readonly author: string;
  budget: number;
  minutes: number;
  openEnded: boolean;
  status: string;
  paid: number;
  refunded: number;
  spent: number;
  /** Milliseconds that it has run in the stretches that are over. */
  ran: number;
  /** Since when it runs; `null`: it does not. */
  since: string | null;
  readonly sessions: Set<string>;
}

const ledger: Part<Map<string, KeptAd>> = { begin: () => new Map() };
/** Latest instant of the ads of a post: a clock that is put back takes no time of theirs back. */
const latest: Part<Map<string, string>> = { begin: () => new Map() };

const BEFORE: Readonly<Partial<Record<AdEvent['type'], readonly string[]>>> = {
  AdRemoved: ['checkout'],
  AdActivated: ['checkout', 'removed'],
  AdCharged: ['active'],
  AdPaused: ['active'],
  AdResumed: ['paused', 'scheduled'],
  AdStopped: ['active', 'paused', 'in review', 'scheduled'],
  AdMadeOpenEnded: ['checkout'],
  RenewalBegun: ['active'],
  AdReviewBegun: ['active', 'paused', 'scheduled'],
  AdScheduled: ['in review'],
  AdApproved: ['in review', 'scheduled'],
  AdRejected: ['in review', 'scheduled'],
  AdCompleted: ['active'],
};
/** Moderators do these, of anybody's ad. */
const BY_MODERATORS: readonly AdEvent['type'][] = ['AdReviewBegun', 'AdScheduled', 'AdApproved', 'AdRejected'];
const BY_HOUSE: readonly AdEvent['type'][] = [
  ...(['CheckoutOpened', 'AdPaid', 'AdActivated', 'AdCharged', 'AdRefunded'] as const),
  ...(['RenewalBegun', 'AdRenewed', 'RenewalFailed'] as const),
];

/** Milliseconds that the ad has run until an instant, stretch by stretch. */
function ranUntil(ad: KeptAd, at: string): number {
  const ran = ad.ran + (ad.since === null ? 0 : Math.max(0, Date.parse(at) - Date.parse(ad.since)));
  // Time that is not paid is not run: it waits for the money of the next day.
  return ad.openEnded ? Math.min(ran, ad.minutes * MINUTE_MS) : ran;
}

function* checkMoney(ad: KeptAd, event: AdEvent): Iterable<Unlawful | null> {
  if (!('legs' in event.data)) return;
  const { legs } = event.data;
  const moved = (account: string) => legs.reduce((sum, leg) => sum + (leg.account === account ? leg.cents : 0), 0);
  yield must(legs.reduce((sum, { cents }) => sum + cents, 0) === 0, `${event.type} makes money, or loses it`);
  if (event.type === 'AdRenewed') {
    ad.minutes += event.data.addedMinutes;
    ad.budget += (event.data.addedMinutes * 500) / 1_440;
  }
  if (event.type === 'AdPaid' || event.type === 'AdRenewed') ad.paid -= moved('provider');
  else if (event.type === 'AdRefunded') ad.refunded += moved('provider');
  else yield must(moved('provider') === 0, `${event.type} moves money of the provider`);
  ad.spent += moved('spent');
  const left = ad.paid - ad.refunded - ad.spent;
  yield must(left >= 0 && ad.spent >= 0 && ad.spent <= ad.budget, `after ${event.type} ${left} cents are left`);
}

/** By the minutes that it ran, stretch by stretch; how the product computes them is another way. */
function* checkSpending(ad: KeptAd, event: AdEvent, at: string): Iterable<Unlawful | null> {
  if (!('minutes' in event.data)) return;
  const minutes = Math.min(ad.minutes, Math.floor(ranUntil(ad, at) / MINUTE_MS));
  yield must(event.data.minutes === minutes, `${event.type} says ${event.data.minutes} minutes, it ran for ${minutes}`);
  const due = Math.floor((ad.budget * minutes) / ad.minutes);
  yield must(ad.spent === due, `${event.type}: ${ad.spent} cents are spent after ${minutes} minutes, not ${due}`);
}

function instantOf(ad: KeptAd, event: AdEvent): string | null {
  if (event.type === 'RenewalFailed') return ad.status === 'active' ? event.data.failedAt : null;
  if (event.type === 'AdReviewBegun') return event.data.heldAt;
  if (event.type === 'AdRejected') return event.data.rejectedAt;
  if (event.type === 'AdPaused') return event.data.pausedAt;
  if (event.type === 'AdStopped') return event.data.stoppedAt;
  if (event.type === 'AdCompleted') return event.data.endedAt;
  return event.type === 'AdCharged' ? event.data.chargedAt : null;
}

/** The time of the ad after the event. */
function* checkTime(ad: KeptAd, event: AdEvent, at: string): Iterable<Unlawful | null> {
  const until = instantOf(ad, event);
  if (until !== null) yield* checkSpending(ad, event, until);
  if (event.type === 'AdRenewed') return yield* checkRenewal(ad, event, at);
  if (statusAfter(ad, event) !== 'active') {
    ad.ran = ranUntil(ad, until ?? at);
    ad.since = null;
  }
  if (event.type === 'AdCompleted') yield must(ad.ran === ad.minutes * MINUTE_MS, `it ends after ${ad.ran} ms`);
  if (event.type !== 'AdActivated' && event.type !== 'AdResumed' && event.type !== 'AdApproved') return;
  ad.since = at;
  const end = Date.parse(at) + ad.minutes * MINUTE_MS - ad.ran;
  yield must(Date.parse(event.data.endTime) === end, `${event.type} lets it end at ${event.data.endTime}`);
}

const STATUS: Readonly<Partial<Record<AdEvent['type'], string>>> = {
  ...{ AdRemoved: 'removed', AdActivated: 'active', AdPaused: 'paused', AdResumed: 'active' },
  ...{ AdStopped: 'stopped', AdCompleted: 'completed', AdReviewBegun: 'in review', AdScheduled: 'scheduled' },
  ...{ AdApproved: 'active', AdRejected: 'rejected' },
};

/** Another day: from the end of the one before on, or from the moment at which it is paid. */
function* checkRenewal(
  ad: KeptAd,
  event: Extract<AdEvent, { type: 'AdRenewed' }>,
  at: string,
): Iterable<Unlawful | null> {
  const { chargedAt, addedMinutes, endTime, payment } = event.data;
  yield must(ad.openEnded, 'another day is paid for an ad that has an end');
  yield must(!ad.sessions.has(payment), `${payment} is paid twice`);
  ad.sessions.add(payment);
  const lives = ['active', 'paused', 'in review', 'scheduled'].includes(ad.status);
  yield must(
    addedMinutes === 0 || (lives && addedMinutes === 1_440),
    `${addedMinutes} minutes are added, ${ad.status}`,
  );
  if (ad.status !== 'active' || addedMinutes === 0) return;
  const before = ad.minutes - addedMinutes;
  const due = Math.floor(
    (500 * Math.min(before, Math.floor(ranUntil({ ...ad, minutes: before }, chargedAt) / MINUTE_MS))) / 1_440,
  );
  yield must(ad.spent === due, `another day: ${ad.spent} cents are spent, not ${due}`);
  ad.ran = ranUntil({ ...ad, minutes: before }, at);
  ad.since = at;
  const end = Date.parse(at) + ad.minutes * MINUTE_MS - ad.ran;
  yield must(Date.parse(endTime ?? '') === end, `another day lets it end at ${endTime}`);
}

/** The status of an ad after an event. */
function statusAfter(ad: KeptAd, event: AdEvent): string {
  if (event.type === 'RenewalFailed') return ad.status === 'active' ? 'paused' : ad.status;
  return STATUS[event.type] ?? ad.status;
}

/** The rule of ads in the log. */
export function* check({ event: happened, at: said, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const event = happened as AdEvent;
  const { adId, postId, author, campus } = event.data;
  const instants = ledgers.of(latest);
  const before = instants.get(postId) ?? said;
  const at = before < said ? said : before;
  instants.set(postId, at);
  const ads = ledgers.of(ledger);
  const post = ledgers.of(postLedger).get(postId);
  if (event.type === 'AdCreated') {
    yield must(!ads.has(adId), `${adId} is made twice`);
    yield must(actor === author && post?.author === author, `${adId} of ${author} is made by ${actor}`);
    yield must(post?.kind === 'post' && post.parent === null && post.campus === campus, `${adId} is of no post`);
    yield mustAcross(post?.deleted === false, `${adId} is of a post that is deleted`);
    const { amountBudgeted: budget, durationMinutes: minutes } = event.data;
    yield must(budget * 1_440 === minutes * 500, `${adId} costs ${budget} cents for ${minutes} minutes`);
    const fresh = { status: 'checkout', paid: 0, refunded: 0, spent: 0, ran: 0, since: null };
    ads.set(adId, { postId, author, budget, minutes, openEnded: false, ...fresh, sessions: new Set() });
    return;
  }
  const ad = ads.get(adId);
  yield must(ad?.postId === postId && ad.author === author, `${event.type} of ${adId}, which is another one`);
  if (ad === undefined) return;
  const statuses = BEFORE[event.type];
  yield must(statuses?.includes(ad.status) ?? true, `${event.type} of ${adId}, which is ${ad.status}`);
  const isByHouse = isHouse(actor);
  if (BY_HOUSE.includes(event.type)) yield must(isByHouse, `${event.type} of ${adId} by ${actor}`);
  else if (BY_MODERATORS.includes(event.type)) {
    yield must('by' in event.data && actor === event.data.by, `${event.type} of ${adId} by ${actor}`);
  } else yield must(isByHouse || actor === author, `${event.type} of ${adId} of ${author} by ${actor}`);
  if (event.type === 'AdPaid') {
    yield must(!ad.sessions.has(event.data.session), `${event.data.session} is paid twice`);
    ad.sessions.add(event.data.session);
  }
  if (event.type === 'AdActivated') {
    const running = [...ads.values()].filter((each) => each.postId === postId && each.since !== null);
    yield must(running.length === 0 && ad.paid >= ad.budget, `${adId} runs beside another one, or unpaid`);
  }
  yield* checkMoney(ad, event);
  yield* checkTime(ad, event, at);
  if (event.type === 'AdMadeOpenEnded') ad.openEnded = true;
  ad.status = statusAfter(ad, event);
}
