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
  status: string;
  paid: number;
  spent: number;
  refunded: number;
  session: string;
}

const made: Part<Made[]> = { begin: () => [] };

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
  const isTaken = ads.some((ad) => ad.post === post && ['checkout', 'active', 'paused'].includes(ad.status));
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
  ads.push({ place, post, status: 'checkout', paid: 0, spent: 0, refunded: 0, session: `cs_${log.events.length}` });
}

/** A step with one of the ads in such a state. */
function on(statuses: readonly string[], act: (history: History, ad: Made, who: number) => void): HistoryStep['act'] {
  return (history, who, what) => {
    const ads = history.parts.of(made).filter(({ status }) => statuses.includes(status));
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
  if (others.some(({ status }) => ['checkout', 'active', 'paused'].includes(status))) return;
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

/** Steps of histories with ads. */
export const adSteps: Readonly<Record<string, HistoryStep>> = {
  boost: { often: 4, act: boost },
  pay: { often: 4, act: pay },
  remove: { often: 1, act: remove },
  pause: { often: 2, act: pause },
  resume: { often: 2, act: resume },
  charge: { often: 1, act: charge },
  end: { often: 2, act: end },
  rename: { often: 1, act: rename },
  refund: { often: 1, act: refund },
};
