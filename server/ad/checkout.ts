import { randomUUID } from 'node:crypto';
import { MS_PER_MINUTE } from '#domain/ad/limits.ts';
import { type Budget, saidDuration } from '#domain/ad/spending.ts';
import { type Ad, type AdPlace, type AdSession, adsFact } from '#domain/ad/state.ts';
import { refuseWith } from '../http/errors.ts';
import type { NounRouteParts } from '../http/routeParts.ts';
import { type Payments, PaymentsFailed } from '../ports/payments.ts';
import { CHECKOUT_MINUTES } from './limits.ts';
import { settlePayment } from './settlePayment.ts';

/** The parts of the server that open the page for a payment. */
export type CheckoutParts = Pick<NounRouteParts, 'dispatcher' | 'payments' | 'clock' | 'logger'>;
type WithProvider = CheckoutParts & { readonly payments: Payments };

/** A page on which an ad can be paid. */
export interface Checkout {
  readonly url: string;
  readonly adId: string;
}

/**
 * The page on which the newest ad of an own post can be paid: the one that is open, or a new one (BOOST-10).
 *
 * @throws HttpRefused
 */
export async function checkoutFor(
  { userId, postId, origin }: { readonly userId: string; readonly postId: string; readonly origin: string },
  parts: CheckoutParts,
): Promise<Checkout> {
  const { payments, logger } = parts;
  const ad = await newestAd(postId, parts);
  // Nobody else is to learn whether a post has an ad that is not paid.
  if (ad?.place.author !== userId) throw refuseWith('AD_UNKNOWN');
  if (ad.status !== 'checkout') throw refuseWith('AD_NOT_UNPAID');
  if (payments === null) throw refuseWith('CHECKOUT_FAILED');
  try {
    const asking = { ...parts, payments };
    const open = await openPageOf(Object.entries(ad.sessions), asking);
    return { url: open ?? (await newPageOf(ad, origin, asking)), adId: ad.place.adId };
  } catch (error) {
    if (!(error instanceof PaymentsFailed)) throw error;
    logger.warn({ err: error, ad: ad.place.adId }, 'A checkout could not be opened.');
    throw refuseWith('CHECKOUT_FAILED');
  }
}

async function newestAd(postId: string, { dispatcher }: CheckoutParts): Promise<Ad | undefined> {
  const { ads, newest } = await dispatcher.stateOf(adsFact(postId));
  return newest === null ? undefined : ads[newest];
}

/**
 * An ad has one page that is open, so that nobody pays twice. What the provider says counts, not our clock; and a page that is
 * paid, of which no message has come yet, ends the search.
 */
async function openPageOf(
  sessions: readonly (readonly [string, AdSession])[],
  parts: WithProvider,
): Promise<string | null> {
  for (const [session, { paid }] of sessions) {
    if (paid !== null) continue;
    const found = await parts.payments.find(session);
    if (found?.isPaid === true) {
      await settlePayment(found, parts);
      throw refuseWith('AD_NOT_UNPAID');
    }
    if (found?.isOpen === true && found.url !== null) return found.url;
  }
  return null;
}

async function newPageOf({ place, budget, openEnded }: Ad, origin: string, parts: WithProvider): Promise<string> {
  const { adId, postId, campus } = place;
  const { payments, dispatcher } = parts;
  const page = `${origin}/post/${postId}/boost`;
  // A whole hour: what is asked again means the same page, so the key of the ask may be the same.
  const length = CHECKOUT_MINUTES * MS_PER_MINUTE;
  const end = (Math.floor(parts.clock().getTime() / length) + 2) * length;
  const { session, expiresAt, url } = await payments.open({
    ...{ postId, adId, cents: budget.amountBudgeted },
    description: openEnded ? DAY_AFTER_DAY : descriptionOf(budget),
    successUrl: `${page}/success?session_id={CHECKOUT_SESSION_ID}`,
    keepsCard: openEnded,
    cancelUrl: `${page}/cancel?session_id={CHECKOUT_SESSION_ID}`,
    idempotencyKey: `checkout:${adId}:${end}`,
    expiresAt: new Date(end).toISOString(),
  });
  const outcome = await dispatcher.dispatch(
    { id: randomUUID(), type: 'RecordCheckout', version: 1, data: { postId, adId, session, expiresAt } },
    { actor: { kind: 'system', name: 'payments' }, campus, origin: 'server' },
  );
  if (!outcome.ok) throw refuseWith('CHECKOUT_FAILED');
  return (await pageInstead(session, place, parts)) ?? url;
}

/**
 * Another request may have opened a page at the same time, and the ad may have been given up meanwhile: a page that is open
 * beside the first one recorded is closed before anybody sees it.
 */
async function pageInstead(session: string, { postId, adId }: AdPlace, parts: WithProvider): Promise<string | null> {
  const { ads } = await parts.dispatcher.stateOf(adsFact(postId));
  const ad = ads[adId];
  const all = Object.entries(ad?.sessions ?? {});
  const earlier = all.slice(
    0,
    Math.max(
      0,
      all.findIndex(([each]) => each === session),
    ),
  );
  let isKept = false;
  try {
    if (ad?.status !== 'checkout') throw refuseWith('AD_NOT_UNPAID');
    const other = await openPageOf(earlier, parts);
    isKept = other === null;
    return other;
  } finally {
    if (!isKept) await parts.payments.close(session);
  }
}

/** The line item of an ad that runs until it is paused. */
const DAY_AFTER_DAY =
  'Shown to more people, until it is paused. This is the first day; each further one is charged as it begins';

function descriptionOf({ durationMinutes }: Budget): string {
  return `Shown to more people for ${saidDuration(durationMinutes)}`;
}
