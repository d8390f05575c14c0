import { type Request, Router } from 'express';
import * as z from 'zod/mini';
import { idSchema } from '#domain/kernel/ids.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import { refuseWith } from '../http/errors.ts';
import { ownOriginOf } from '../http/origins.ts';
import { addressOf, readBody } from '../http/requestContext.ts';
import type { NounRouteParts } from '../http/routeParts.ts';
import {
  NoticeForged,
  PAYMENT_NOTICES_PATH,
  type PaymentNotice,
  type Payments,
  PaymentsFailed,
} from '../ports/payments.ts';
import { checkoutFor } from './checkout.ts';
import { CHECKOUTS_PER_USER, FORGED_NOTICES_PER_ADDRESS } from './limits.ts';
import { takeNotice } from './notices.ts';

const bodySchema = z.strictObject({ postId: idSchema });
const SIGNATURE_HEADER = 'stripe-signature';

type Parts = Pick<NounRouteParts, 'authenticate' | 'dispatcher' | 'payments' | 'clock' | 'rateShare' | 'logger'>;

/**
 * `POST /api/checkouts`: opens the provider's page for the newest ad of an own post, if it is not paid, and answers its address and the ad (BOOST-10).
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
    const asks = { userId: signedIn.userId, postId, origin: ownOriginOf(response) };
    const { url, adId } = await checkoutFor(asks, parts);
    response.set('Cache-Control', 'no-store').json({ url, adId });
  });
  router.post(PAYMENT_NOTICES_PATH, async (request, response) => {
    if (parts.payments === null) throw refuseWith('NOT_FOUND');
    const notice = await readNotice(request, parts.payments, (address) => forged.take(address));
    try {
      await takeNotice(notice, parts.payments, parts);
    } catch (error) {
      if (!(error instanceof PaymentsFailed)) throw error;
      // It sends the message again, and asks are repeated by the sweep.
      parts.logger.warn({ err: error, notice: notice.id }, 'The provider could not be asked about its message.');
      throw refuseWith('UNAVAILABLE');
    }
    response.set('Cache-Control', 'no-store').json({ received: true });
  });
  return router;
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
