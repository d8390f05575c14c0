import type { AdEvent } from '#domain/ad/events.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { createLedger } from '#server/ad/ledger.ts';
import type { GotPayment } from '#server/ports/payments.ts';
import type { BookedPayment, Books } from '../model.ts';

/** Milliseconds after its end within which an ad has to be ended. */
const END_WITHIN_MS = 300_000;

type Happened = RecordedEvent & { readonly type: AdEvent['type']; readonly data: AdEvent['data'] };
type Of<Type extends AdEvent['type']> = RecordedEvent<Extract<AdEvent, { type: Type }>>;

const isOf = <Type extends AdEvent['type']>(event: RecordedEvent, type: Type): event is Of<Type> & RecordedEvent =>
  event.type === type;

function all<Type extends AdEvent['type']>(history: readonly RecordedEvent[], type: Type): readonly Of<Type>[] {
  return history.flatMap((event) => (isOf(event, type) ? [event] : []));
}

const centsOf = ({ data }: Of<'AdPaid'> | Of<'AdRenewed'>) =>
  data.legs.reduce((sum, { account, cents }) => sum - (account === 'provider' ? cents : 0), 0);

/** The money of ads beside the provider's books: each cent that it has got is posted once, and nothing runs without it. */
export async function* checkMoney(books: Books): AsyncIterable<string> {
  const { history, booked } = books;
  const posted = new Map<string, (Of<'AdPaid'> | Of<'AdRenewed'>)[]>();
  const note = (id: string, event: Of<'AdPaid'> | Of<'AdRenewed'>) =>
    posted.set(id, [...(posted.get(id) ?? []), event]);
  for (const event of all(history, 'AdPaid')) note(event.data.session, event);
  for (const event of all(history, 'AdRenewed')) note(event.data.payment, event);
  const known = booked.filter(({ id, isLost }) => !isLost || posted.has(id));
  yield* checkPostings(known, posted, history);
  // A log that was put back learns later of a payment that it lacks: somebody may have paid once more meanwhile.
  yield* chargedTwice(
    known.filter(({ isLost }) => !isLost),
    history,
  );
  yield* checkActivations(history);
  yield* overdue(books);
  const ledger = createLedger();
  for (const event of history) ledger.take(event);
  yield* await ledger.differences(gotOf(known));
}

async function* gotOf(booked: readonly BookedPayment[]): AsyncIterable<GotPayment> {
  for (const { isPaid, ...got } of booked) if (isPaid) yield got;
}

function* checkPostings(
  booked: readonly BookedPayment[],
  posted: ReadonlyMap<string, readonly (Of<'AdPaid'> | Of<'AdRenewed'>)[]>,
  history: readonly RecordedEvent[],
): Iterable<string> {
  const books = new Map(booked.map((each) => [each.id, each]));
  for (const { id, adId, isPaid, cents, refunded } of booked) {
    const postings = posted.get(id) ?? [];
    if (isPaid && postings.length !== 1) yield `the payment ${id} of the ad ${adId} is posted ${postings.length} times`;
    const given = all(history, 'AdRefunded').filter(({ data }) => data.session === id);
    const total = given.reduce((most, { data }) => Math.max(most, data.refundedTotal), 0);
    if (isPaid && total !== refunded) yield `of ${id} ${refunded} cents were given back, ${total} by the log`;
    for (const posting of postings) {
      if (centsOf(posting) !== cents) yield `${id} is posted with ${centsOf(posting)} cents, paid were ${cents}`;
    }
  }
  for (const [id, [first]] of posted) {
    if (books.get(id)?.isPaid !== true) yield `${id} of the ad ${first?.data.adId} is posted and was not paid`;
  }
}

/** One purchase of an ad is one page that is paid; a further day of it is one charge. */
function* chargedTwice(booked: readonly BookedPayment[], history: readonly RecordedEvent[]): Iterable<string> {
  const begun = all(history, 'RenewalBegun');
  for (const [adId, own] of Map.groupBy(booked, (each) => each.adId)) {
    const paid = own.filter(({ isPaid }) => isPaid);
    const pages = paid.filter(({ key }) => key === null);
    if (pages.length > 1) yield `the ad ${adId} was paid on ${pages.length} pages`;
    const days = begun.filter(({ data }) => data.adId === adId).length;
    const charges = paid.length - pages.length;
    if (charges > days) yield `${charges} further days of the ad ${adId} were charged, ${days} were begun`;
  }
}

/** Statuses in which no other ad of the post may begin. */
const STANDING = ['active', 'paused', 'in review', 'scheduled'];
const AFTER: Readonly<Partial<Record<AdEvent['type'], string>>> = {
  ...{ AdCreated: 'waits', AdActivated: 'active', AdPaused: 'paused', AdResumed: 'active', AdApproved: 'active' },
  ...{ AdReviewBegun: 'in review', AdScheduled: 'scheduled', AdStopped: 'ended', AdCompleted: 'ended' },
  ...{ AdRejected: 'ended' },
};

/** A page that is paid lets its ad run, once and at once; unless its post is gone, or has another ad. */
function* checkActivations(history: readonly RecordedEvent[]): Iterable<string> {
  const statuses = new Map<string, Map<string, string>>();
  const gone = new Set<string>();
  const commands = Map.groupBy(all(history, 'AdActivated'), ({ meta }) => meta.commandId);
  const payments = new Set(all(history, 'AdPaid').map(({ meta, data }) => `${meta.commandId} ${data.adId}`));
  const activated = new Set<string>();
  for (const event of history) {
    if (event.type === 'PostDeleted') gone.add((event.data as { readonly postId: string }).postId);
    const { adId, postId } = event.data as Happened['data'];
    const ofPost = statuses.get(postId) ?? new Map<string, string>();
    if (isOf(event, 'AdPaid')) {
      const isTaken = gone.has(postId) || [...ofPost.values()].some((status) => STANDING.includes(status));
      const isFirst = !activated.has(adId) && ofPost.get(adId) === 'waits';
      const isCovered = centsOf(event) >= budgetOf(history, adId);
      const begins = commands.get(event.meta.commandId)?.some(({ data }) => data.adId === adId) ?? false;
      if (!isTaken && isFirst && isCovered && !begins) yield `the ad ${adId} is paid and does not run`;
    }
    if (isOf(event, 'AdActivated')) {
      if (activated.has(adId)) yield `the ad ${adId} begins twice`;
      if (!payments.has(`${event.meta.commandId} ${adId}`)) yield `the ad ${adId} begins without its payment`;
      activated.add(adId);
    }
    const after = AFTER[event.type as AdEvent['type']];
    if (after !== undefined) statuses.set(postId, ofPost.set(adId, after));
    if (isOf(event, 'RenewalFailed') && ofPost.get(adId) === 'active') ofPost.set(adId, 'paused');
  }
}

function budgetOf(history: readonly RecordedEvent[], adId: string): number {
  const created = all(history, 'AdCreated').find(({ data }) => data.adId === adId);
  return created?.data.amountBudgeted ?? 0;
}

/** Ads that run although all the time that was paid is over. */
function* overdue({ history, now }: Books): Iterable<string> {
  const ends = new Map<string, string | null>();
  for (const event of history) {
    const { adId } = event.data as Happened['data'];
    if (isOf(event, 'AdActivated') || isOf(event, 'AdResumed') || isOf(event, 'AdApproved')) {
      ends.set(adId, event.data.endTime);
    } else if (isOf(event, 'AdRenewed')) {
      if (ends.get(adId) != null) ends.set(adId, event.data.endTime ?? null);
    } else if (AFTER[event.type as AdEvent['type']] !== undefined || isOf(event, 'RenewalFailed')) ends.set(adId, null);
  }
  for (const [adId, end] of ends) {
    const isOver = end !== null && Date.parse(end) + END_WITHIN_MS < now.getTime();
    if (isOver) yield `the ad ${adId} runs although its time was over at ${end}`;
  }
}
