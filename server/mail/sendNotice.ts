import type { RecordedEvent } from '#domain/kernel/event.ts';
import { daysAfter } from '#domain/kernel/time.ts';
import type { Logger } from '../observability/logging.ts';
import { type Mail, MailRefused, type MailTransport } from '../ports/mail.ts';
import type { AttemptVault } from '../ports/vault.ts';

/** Days for which a mail is tried again (RFC 5321 §4.5.4.1: 4 to 5). */
export const MAIL_TRIED_FOR_DAYS = 4;

/** The parts of the server that send a notice. */
export interface NoticeParts {
  readonly transport: Pick<MailTransport, 'send'>;
  readonly vault: { readonly attempts: Pick<AttemptVault, 'count' | 'fail'> };
  readonly clock: () => Date;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Sends a mail that nobody waits for. One that will never be accepted, or was not for days, is only logged. The event is
 * handed over again after a crash, also for days while a mail before it waits; a mail that was accepted is noted, and not
 * sent again.
 *
 * @param event that is its reason
 * @throws Unavailable the mail was not accepted; a retry may succeed
 */
export async function sendNotice(
  { id, meta }: Pick<RecordedEvent, 'id' | 'meta'>,
  mail: Mail,
  { transport, vault, clock, logger }: NoticeParts,
): Promise<void> {
  const now = clock().toISOString();
  const since = daysAfter(now, -MAIL_TRIED_FOR_DAYS);
  const note = `mailed:${mail.idempotencyKey}`;
  if ((await vault.attempts.count(note, since)) > 0) return;
  if (meta.at < since) {
    logger.warn({ mail: mail.idempotencyKey, event: id }, `A mail is given up after ${MAIL_TRIED_FOR_DAYS} days.`);
    return;
  }
  try {
    await transport.send(mail);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    logger.warn({ err: error, mail: mail.idempotencyKey }, 'A mail was not taken.');
  }
  await vault.attempts.fail(note, now);
}
