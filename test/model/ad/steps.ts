import type { AdPlace } from '#domain/ad/state.ts';
import { transfer } from '#domain/kernel/money.ts';
import { personal } from '#domain/kernel/personal.ts';
import { canary, id, instant } from '#test/projections/support/events.ts';
import type { History, HistoryStep } from '../model.ts';
import type { Part } from '../parts.ts';
import { somePost, type Written } from '../post/parts.ts';
import { historyPeople } from '../user/parts.ts';

/** An ad in a history. */
interface Made {
  readonly place: AdPlace;
  readonly post: Written;
  readonly openEnded: boolean;
  status: string;
  paid: number;
  spent: number;
  refunded: number;
  session: string;
}

const made: Part<Made[]> = { begin: () => [] };

/** Statuses in which a post has an ad that counts. */
const STANDING = ['checkout', 'active', 'paused', 'in review', 'scheduled'];
const BUDGET = 2_000;
const MINUTES = 5_760;
const DAYS_4_MS = 345_600_000;
const now = ({ log }: History) => instant(log.events.length + 1);
const later = (at: string) => new Date(Date.parse(at) + DAYS_4_MS).toISOString();

function boost(history: History, _who: number, what: number): void {
  const { log, parts } = history;
  const post = somePost(parts, what);
  const ads = parts.of(made);
  if (post === undefined || post.deleted || post.place.parent !== null || post.place.kind !== 'post') return;
  const { postId, campus, author } = post.place;
  const person = parts.of(historyPeople).find(({ name }) => id(name) === author);
  const isTaken = ads.some((ad) => ad.post === post && STANDING.includes(ad.status));
  if (person === undefined || person.erased || isTaken) return;
  const place = { adId: id(`ad ${log.events.length}`), postId, campus, author };
  const words = { title: personal(canary(person.name)), website: personal(canary(person.name)) };
  log.add('AdCreated', {
    ...place,
    ...words,
    goal: 'website',
    label: 'Shop Now',
    durationMinutes: MINUTES,
    amountBudgeted: BUDGET,
  });
  const openEnded = log.events.length % 2 === 0;
  if (openEnded) log.add('AdMadeOpenEnded', place);
  ads.push({
    openEnded,
    place,
    post,
    status: 'checkout',
    paid: 0,
    spent: 0,
    refunded: 0,
    session: `cs_${log.events.length}`,
  });
}

/** A step with one of the ads in such a state. */
function on(
  statuses: readonly string[],
  act: (history: History, ad: Made, who: number) => void,
  fits: (ad: Made) => boolean = () => true,
): HistoryStep['act'] {
  return (history, who, what) => {
    const ads = history.parts.of(made).filter((ad) => statuses.includes(ad.status) && fits(ad));
    const ad = ads[what % Math.max(1, ads.length)];
    if (ad !== undefined) act(history, ad, who);
  };
}

/** Spends some of what is left. */
function spend(ad: Made, who: number) {
  const cents = who % (ad.paid - ad.spent - ad.refunded + 1);
  ad.spent += cents;
  return { minutes: who, legs: transfer('funds', 'spent', cents) };
}

const pay = on(['checkout', 'removed'], (history, ad, who) => {
  const { log, parts } = history;
  const others = parts.of(made).filter((each) => each !== ad && each.post === ad.post);
  if (others.some(({ status }) => STANDING.includes(status))) return;
  log.add('CheckoutOpened', { ...ad.place, session: ad.session, expiresAt: later(now(history)) });
  if (who % 3 === 0 || ad.post.deleted || ad.paid > 0) return;
  ad.paid = BUDGET;
  const legs = transfer('provider', 'funds', BUDGET);
  log.add('AdPaid', { ...ad.place, session: ad.session, payment: null, legs });
  log.add('AdActivated', { ...ad.place, startTime: now(history), endTime: later(now(history)) });
  ad.status = 'active';
});

const remove = on(['checkout'], ({ log }, ad) => {
  log.add('AdRemoved', { ...ad.place, cause: 'cancelled' });
  ad.status = 'removed';
});

const pause = on(['active'], (history, ad, who) => {
  const rest = { cause: who % 2 === 0 ? 'owner' : 'post sold', pausedAt: now(history) };
  history.log.add('AdPaused', { ...ad.place, ...rest, ...spend(ad, who) });
  ad.status = 'paused';
});

const resume = on(['paused'], (history, ad, who) => {
  if (ad.post.deleted) return;
  history.log.add('AdResumed', { ...ad.place, pausedMs: who, endTime: later(now(history)) });
  ad.status = 'active';
});

const end = on(['active', 'paused'], (history, ad, who) => {
  const isStop = who % 2 === 0 || ad.status === 'paused';
  const at = now(history);
  const rest = isStop ? { cause: 'owner', stoppedAt: at } : { endedAt: at };
  history.log.add(isStop ? 'AdStopped' : 'AdCompleted', { ...ad.place, ...rest, ...spend(ad, who) });
  ad.status = 'ended';
});

const charge = on(['active'], (history, ad, who) => {
  history.log.add('AdCharged', { ...ad.place, chargedAt: now(history), ...spend(ad, who) });
});

const rename = on(['active', 'paused', 'ended'], ({ log, parts }, ad) => {
  const person = parts.of(historyPeople).find(({ name }) => id(name) === ad.place.author);
  if (person !== undefined && !person.erased)
    log.add('AdRenamed', { ...ad.place, title: personal(canary(person.name)) });
});

const refund = on(['ended'], ({ log }, ad) => {
  const cents = ad.paid - ad.refunded;
  if (cents === 0) return;
  const left = ad.paid - ad.spent - ad.refunded;
  ad.refunded = ad.paid;
  ad.spent = 0;
  const legs = [...transfer('funds', 'provider', left), ...transfer('spent', 'provider', cents - left)];
  log.add('AdRefunded', { ...ad.place, session: ad.session, refundedTotal: ad.paid, legs });
});

/** Another day of an ad that runs until it is paused is paid, or is not. */
function renew(history: History, ad: Made, who: number): void {
  const { log } = history;
  const key = `renewal:${log.events.length}`;
  if (ad.status === 'active') log.add('RenewalBegun', { ...ad.place, key });
  if (ad.status === 'active' && who % 2 === 0) {
    log.add('RenewalFailed', { ...ad.place, key, failedAt: now(history), minutes: who, legs: [] });
    ad.status = 'paused';
    return;
  }
  const isLate = ad.status === 'ended';
  ad.paid += 500;
  log.add('AdRenewed', {
    ...{ ...ad.place, key, payment: `pi_${log.events.length}`, chargedAt: now(history) },
    ...{ addedMinutes: isLate ? 0 : 1_440, endTime: isLate ? null : later(now(history)) },
    legs: transfer('provider', 'funds', 500),
  });
}

const by = id('mo');

/** A moderator holds an ad, and mostly decides. */
const hold = on(['active', 'paused', 'scheduled', 'in review'], (history, ad, who) => {
  const { log } = history;
  if (ad.status !== 'in review') {
    const spent = ad.status === 'active' ? spend(ad, who) : { minutes: who, legs: [] };
    log.add('AdReviewBegun', { ...ad.place, by, heldAt: now(history), ...spent });
  }
  const outcome = ad.post.deleted ? 'rejected' : (['scheduled', 'active', 'rejected', 'in review'] as const)[who % 4];
  ad.status = outcome === 'rejected' || outcome === undefined ? 'ended' : outcome;
  if (outcome === 'scheduled') log.add('AdScheduled', { ...ad.place, by, startsAt: later(now(history)) });
  if (outcome === 'active') log.add('AdApproved', { ...ad.place, by, pausedMs: who, endTime: later(now(history)) });
  if (ad.status !== 'ended') return;
  const rest = { by, reason: 'scam', rejectedAt: now(history), minutes: who, legs: [] };
  log.add('AdRejected', { ...ad.place, ...rest });
});

/** Steps of histories with ads. */
export const adSteps: Readonly<Record<string, HistoryStep>> = {
  boost: { often: 4, act: boost },
  pay: { often: 4, act: pay },
  remove: { often: 1, act: remove },
  pause: { often: 2, act: pause },
  resume: { often: 2, act: resume },
  charge: { often: 1, act: charge },
  end: { often: 2, act: end },
  renew: { often: 2, act: on(['active', 'paused', 'in review', 'ended'], renew, ({ openEnded }) => openEnded) },
  hold: { often: 2, act: hold },
  rename: { often: 1, act: rename },
  refund: { often: 1, act: refund },
};
