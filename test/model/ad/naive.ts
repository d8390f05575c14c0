import type { AdEvent } from '#domain/ad/events.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { NaiveDocument, NaiveDocuments } from '../model.ts';

interface KeptAd {
  readonly id: string;
  readonly post: string;
  readonly campus: string;
  readonly author: string;
  status: string;
  totalSpent: number;
  timePaused: number;
  endTime: string | null;
  pausedAt: string | null;
  runUntilPaused: boolean;
  amountBudgeted: number;
}

interface KeptFunds {
  paid: number;
  spent: number;
  refunded: number;
  available: number;
}

/** Sum of the legs of some events at an account. */
function sum(event: AdEvent, account: string): number {
  if (!('legs' in event.data)) return 0;
  return event.data.legs.reduce((total, leg) => total + (leg.account === account ? leg.cents : 0), 0);
}

const STATUS_AFTER: Readonly<Partial<Record<AdEvent['type'], string>>> = {
  AdRemoved: 'removed',
  AdActivated: 'active',
  AdPaused: 'paused',
  AdResumed: 'active',
  AdStopped: 'stopped',
  AdCompleted: 'completed',
  AdReviewBegun: 'in review',
  AdScheduled: 'scheduled',
  AdApproved: 'active',
  AdRejected: 'rejected',
};

/** Takes note of what an event says of an ad. */
function note(ad: KeptAd, event: AdEvent): void {
  if (event.type === 'RenewalFailed' && ad.status === 'active') {
    ad.status = 'paused';
    ad.pausedAt = event.data.failedAt;
  }
  ad.status = STATUS_AFTER[event.type] ?? ad.status;
  if (event.type === 'AdMadeOpenEnded') ad.runUntilPaused = true;
  if (event.type === 'AdReviewBegun') ad.pausedAt ??= event.data.heldAt;
  if (event.type === 'AdRenewed') {
    ad.amountBudgeted += (event.data.addedMinutes * 500) / 1_440;
    ad.endTime = event.data.endTime ?? ad.endTime;
  }
  ad.totalSpent += sum(event, 'spent');
  if (event.type === 'AdActivated' || event.type === 'AdResumed' || event.type === 'AdApproved')
    ad.endTime = event.data.endTime;
  if (event.type === 'AdPaused') ad.pausedAt = event.data.pausedAt;
  if (event.type === 'AdResumed' || event.type === 'AdApproved') ad.timePaused += event.data.pausedMs;
  if (['AdResumed', 'AdApproved', 'AdStopped', 'AdCompleted', 'AdRejected'].includes(event.type)) ad.pausedAt = null;
}

/** Ads, money and slots by a plain reading of a history. */
export function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const ads = new Map<string, KeptAd>();
  const funds = new Map<string, KeptFunds>();
  const payments = new Map<string, { cents: number; refunded: number; ad: string }>();
  const gone = new Set<string>();
  /** Ids of the ads of a post that were not given up, in the order in which they came, or came back. */
  const ofPost = new Map<string, string[]>();
  for (const recorded of history) {
    if (recorded.type === 'PostDeleted') gone.add((recorded.data as { readonly postId: string }).postId);
    const event = recorded as unknown as AdEvent;
    const { adId: id, postId: post, campus, author } = event.data;
    if (event.type === 'AdCreated') {
      const fresh = { status: 'checkout', totalSpent: 0, timePaused: 0, endTime: null, pausedAt: null };
      const { amountBudgeted } = event.data;
      ads.set(id, { id, post, campus, author, ...fresh, runUntilPaused: false, amountBudgeted });
    }
    const ad = ads.get(id);
    if (ad === undefined) continue;
    const wasGone = ad.status === 'removed' || event.type === 'AdCreated';
    note(ad, event);
    const list = ofPost.get(post) ?? [];
    if (ad.status === 'removed')
      ofPost.set(
        post,
        list.filter((each) => each !== id),
      );
    else if (wasGone) ofPost.set(post, [...list, id]);
    if (event.type === 'AdPaid')
      payments.set(event.data.session, { cents: -sum(event, 'provider'), refunded: 0, ad: id });
    if (event.type === 'AdRenewed')
      payments.set(event.data.payment, { cents: -sum(event, 'provider'), refunded: 0, ad: id });
    const payment = event.type === 'AdRefunded' ? payments.get(event.data.session) : undefined;
    if (event.type === 'AdRefunded' && payment !== undefined) payment.refunded = event.data.refundedTotal;
    count(funds, `${campus}:${author}`, event);
  }
  return listed({ ads, funds, payments, gone, ofPost });
}

function count(funds: Map<string, KeptFunds>, key: string, event: AdEvent): void {
  if (!('legs' in event.data) || event.data.legs.length === 0) return;
  const kept = funds.get(key) ?? { paid: 0, spent: 0, refunded: 0, available: 0 };
  const provider = sum(event, 'provider');
  if (event.type === 'AdRefunded') kept.refunded += provider;
  else kept.paid -= provider;
  kept.spent += sum(event, 'spent');
  kept.available += sum(event, 'funds');
  funds.set(key, kept);
}

function listed(found: {
  readonly ads: ReadonlyMap<string, KeptAd>;
  readonly funds: ReadonlyMap<string, KeptFunds>;
  readonly payments: ReadonlyMap<string, object>;
  readonly gone: ReadonlySet<string>;
  readonly ofPost: ReadonlyMap<string, readonly string[]>;
}): NaiveDocuments {
  const { ads, funds, payments, gone, ofPost } = found;
  const of = (collection: string, entries: Iterable<readonly [string, object]>): readonly NaiveDocument[] =>
    [...entries].map(([key, doc]) => ({ collection, key, doc: { id: key, ...doc } }));
  const slots = [...ads.values()].filter(({ status, post }) => status === 'active' && !gone.has(post));
  const newest = [...ofPost].flatMap(([post, list]) => {
    const { id: ad = '', status, endTime } = ads.get(list.at(-1) ?? '') ?? {};
    return ad === '' ? [] : [[post, { newest: { ad, status, endTime } }] as const];
  });
  return {
    documents: [
      ...of('ads', ads),
      ...of('funds', funds),
      ...of('payments', payments),
      ...of(
        'sponsored',
        slots.map(({ post, id: ad, campus, author }) => [post, { ad, campus, author }]),
      ),
      ...of('ownBoosts', newest),
      ...of(
        'moderatedAds',
        [...ads.values()]
          .filter(({ status }) => status !== 'checkout' && status !== 'removed')
          .map(({ id, status, post }) => [id, { status, post }]),
      ),
    ],
    whole: ['moderatedAds', 'ads', 'funds', 'payments', 'sponsored', 'ownBoosts'],
  };
}
