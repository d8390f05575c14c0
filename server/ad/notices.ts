import type { Logger } from '../observability/logging.ts';
import type { PaymentNotice, Payments } from '../ports/payments.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { settleLater, settlePayment } from './settlePayment.ts';

/**
 * Takes a message of the payment provider. It says only that something is new: what it is, the provider is asked. One
 * about nothing of ours is noted.
 *
 * @throws PaymentsFailed, Unavailable the provider sends it again
 */
export async function takeNotice(
  { id, type, session, payment }: PaymentNotice,
  payments: Payments,
  parts: { readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>; readonly logger: Logger },
): Promise<void> {
  const found =
    session !== null ? await payments.find(session) : payment !== null ? await payments.findByPayment(payment) : null;
  const later = found === null && payment !== null ? await payments.findLater(payment) : null;
  if (later !== null) await settleLater(later, parts);
  else if (found !== null) await settlePayment(found, parts);
  else parts.logger.info({ notice: id, type }, 'A message of the payment provider is about nothing of ours.');
}
