import { randomUUID } from 'node:crypto';
import { adsFact } from '#domain/ad/state.ts';
import { DEFAULT_CAMPUS } from '#domain/campus/face.ts';
import type { CommandMap } from '#domain/registry.ts';
import type { Logger } from '../observability/logging.ts';
import type { LaterPayment, PaymentSession } from '../ports/payments.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/** Gives the commands of ads that no person gives. */
export type AsHouse = <Type extends keyof CommandMap>(
  type: Type,
  data: CommandMap[Type],
  campus?: string,
) => Promise<void>;

/** @param name of the part of the house that acts */
export function asHouse(
  name: string,
  { dispatcher, logger }: { dispatcher: Pick<Dispatcher, 'dispatch'>; logger: Logger },
): AsHouse {
  return async (type, data, campus = DEFAULT_CAMPUS) => {
    const outcome = await dispatcher.dispatch(
      { id: randomUUID(), type, version: 1, data },
      { actor: { kind: 'system', name }, campus, origin: 'server' },
    );
    if (!outcome.ok)
      logger.info({ by: name, type, code: outcome.rejection.code }, 'A command of the house was not needed.');
  };
}

/**
 * Lets the log say what the provider says of a session: that it is paid, and what was given back of it. However often and in
 * whatever order it is called, each cent is posted once (Q60, decisions D56).
 */
export async function settlePayment(
  found: PaymentSession,
  parts: { readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>; readonly logger: Logger },
): Promise<void> {
  const { ad: of, session, isPaid, payment, cents, refunded } = found;
  if (of === null || !isPaid) return;
  const { ads } = await parts.dispatcher.stateOf(adsFact(of.postId));
  const ad = ads[of.adId];
  if (ad === undefined) {
    parts.logger.error({ session, ...of }, 'A payment names an ad that is not there.');
    return;
  }
  const { campus } = ad.place;
  const give = asHouse('payments', parts);
  await give('ConfirmPayment', { ...of, session, payment, cents }, campus);
  if (refunded > 0) await give('RecordRefund', { ...of, session, refundedTotal: refunded }, campus);
}

/** As `settlePayment`, of a charge of a kept card (Q58). */
export async function settleLater(
  { ad: of, payment, key, isPaid, cents, refunded }: LaterPayment,
  parts: { readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>; readonly logger: Logger },
): Promise<void> {
  if (!isPaid) return;
  const { ads } = await parts.dispatcher.stateOf(adsFact(of.postId));
  const campus = ads[of.adId]?.place.campus;
  if (campus === undefined) {
    parts.logger.error({ payment, ...of }, 'A payment names an ad that is not there.');
    return;
  }
  const give = asHouse('payments', parts);
  await give('RecordRenewal', { ...of, key, payment, cents }, campus);
  if (refunded > 0) await give('RecordRefund', { ...of, session: payment, refundedTotal: refunded }, campus);
}
