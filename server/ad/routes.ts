import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import * as z from 'zod/mini';
import { MS_PER_MINUTE } from '#domain/ad/limits.ts';
import { type Budget, saidDuration } from '#domain/ad/spending.ts';
import { type Ad, adsFact } from '#domain/ad/state.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { refuseWith } from '../http/errors.ts';
import { ownOriginOf } from '../http/origins.ts';
import { addressOf, readBody } from '../http/requestContext.ts';
import type { NounRouteParts } from '../http/routeParts.ts';
import { PAYMENT_NOTICES_PATH } from '../http/signedBodies.ts';
import { NoticeForged, type PaymentNotice, type Payments, PaymentsFailed } from '../ports/payments.ts';
import { createRateLimiter } from '../write/rateLimiter.ts';
import { CHECKOUT_MINUTES, CHECKOUTS_PER_USER, FORGED_NOTICES_PER_ADDRESS } from './limits.ts';
import { settleLater, settlePayment } from './settlePayment.ts';

const bodySchema = z.strictObject({ postId: idSchema });
const SIGNATURE_HEADER = 'stripe-signature';

type Parts = Pick<NounRouteParts, 'authenticate' | 'dispatcher' | 'payments' | 'clock' | 'rateShare' | 'logger'>;

/**
 * `POST /api/checkouts`: opens the provider's page for the newest ad of an own post, if it is not paid, and answers its address (BOOST-10).
 * `POST /api/payments/notices`: what the provider says.
 */
export function adRoutes(parts: Parts): Router {
  const router = Router();
  const { clock, rateShare: share } = parts;
  const byUser = createRateLimiter(CHECKOUTS_PER_USER, { clock, name: 'checkouts', share });
  const forged = createRateLimiter(FORGED_NOTICES_PER_ADDRESS, { clock, name: 'forged-notices', share });
  router.post('/api/checkouts', async (request, response) => {
    const signedIn = await parts.authenticate(request, response);
    if (signedIn === null) throw refuseWith('SIGNED_OUT');
    const seconds = byUser.take(signedIn.userId);
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const { postId } = readBody(request, bodySchema);
    const { ads, newest } = await parts.dispatcher.stateOf(adsFact(postId));
    const ad = newest === null ? undefined : ads[newest];
    if (ad === undefined) throw refuseWith('AD_UNKNOWN');
    if (ad.place.author !== signedIn.userId) throw refuseWith('NOT_YOUR_AD');
    if (ad.status !== 'checkout') throw refuseWith('AD_NOT_UNPAID');
    const url = await openCheckout(ad, ownOriginOf(response), parts);
    response.set('Cache-Control', 'no-store').json({ url });
  });
  router.post(PAYMENT_NOTICES_PATH, async (request, response) => {
    if (parts.payments === null) throw refuseWith('NOT_FOUND');
    const notice = await readNotice(request, parts.payments, (address) => forged.take(address));
    await takeNotice(notice, parts.payments, { ...parts, response });
  });
  return router;
}

/** The address of the page on which an ad can be paid: of the one that is open, or of a new one. */
async function openCheckout(ad: Ad, origin: string, parts: Parts): Promise<string> {
  const { payments, clock, logger } = parts;
  if (payments === null) throw refuseWith('CHECKOUT_FAILED');
  try {
    const now = clock();
    return (await openPageOf(ad, now, payments)) ?? (await newPageOf(ad, { origin, now, payments }, parts));
  } catch (error) {
    if (!(error instanceof PaymentsFailed)) throw error;
    logger.warn({ err: error, ad: ad.place.adId }, 'A checkout could not be opened.');
    throw refuseWith('CHECKOUT_FAILED');
  }
}

/** An ad has one page that is open, so that nobody pays twice. */
async function openPageOf({ sessions }: Ad, now: Date, payments: Payments): Promise<string | null> {
  for (const [session, { expiresAt }] of Object.entries(sessions)) {
    if ((expiresAt ?? '') <= now.toISOString()) continue;
    const found = await payments.find(session);
    if (found?.isOpen === true && found.url !== null) return found.url;
  }
  return null;
}

async function newPageOf(
  { place, budget, openEnded }: Ad,
  { origin, now, payments }: { readonly origin: string; readonly now: Date; readonly payments: Payments },
  { dispatcher }: Parts,
): Promise<string> {
  const { adId, postId, campus } = place;
  const page = `${origin}/post/${postId}/boost`;
  // A whole hour: what is asked again means the same page, so the key of the ask may be the same.
  const length = CHECKOUT_MINUTES * MS_PER_MINUTE;
  const end = (Math.floor(now.getTime() / length) + 2) * length;
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
  // It was given up, or paid, while the page was opened; the reactor closes that one.
  const { ads } = await dispatcher.stateOf(adsFact(postId));
  if (ads[adId]?.status !== 'checkout') throw refuseWith('AD_NOT_UNPAID');
  return url;
}

/** The line item of an ad that runs until it is paused. */
const DAY_AFTER_DAY =
  'Shown to more people, until it is paused. This is the first day; each further one is charged as it begins';

function descriptionOf({ durationMinutes }: Budget): string {
  return `Shown to more people for ${saidDuration(durationMinutes)}`;
}

/** A message whose signature is good. Nothing is stored, and nobody is asked, before that is known. */
async function readNotice(
  request: Request,
  payments: Payments,
  takeForged: (address: string) => number,
): Promise<PaymentNotice> {
  const body: unknown = request.body;
  try {
    return await payments.read(Buffer.isBuffer(body) ? body : Buffer.alloc(0), request.get(SIGNATURE_HEADER) ?? '');
  } catch (error) {
    if (!(error instanceof NoticeForged)) throw error;
    const seconds = takeForged(addressOf(request));
    throw seconds > 0 ? refuseWith('RATE_LIMITED', { seconds }) : refuseWith('NOTICE_FORGED');
  }
}

/** The message says only that something is new: what it is, the provider is asked. One about nothing of ours is noted. */
async function takeNotice(
  { id, type, session, payment }: PaymentNotice,
  payments: Payments,
  parts: Pick<Parts, 'dispatcher' | 'logger'> & { readonly response: Response },
): Promise<void> {
  const { logger, response } = parts;
  const found =
    session !== null ? await payments.find(session) : payment !== null ? await payments.findByPayment(payment) : null;
  const later = found === null && payment !== null ? await payments.findLater(payment) : null;
  if (later !== null) await settleLater(later, parts);
  else if (found === null)
    logger.info({ notice: id, type }, 'A message of the payment provider is about nothing of ours.');
  else await settlePayment(found, parts);
  response.set('Cache-Control', 'no-store').json({ received: true });
}
