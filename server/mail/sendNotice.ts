import type { Logger } from '../observability/logging.ts';
import { type Mail, MailRefused, type MailTransport } from '../ports/mail.ts';

/**
 * Sends a mail that nobody waits for. One that will never be accepted is only logged.
 *
 * @throws Unavailable the mail was not accepted; a retry may succeed
 */
export async function sendNotice(
  mail: Mail,
  { transport, logger }: { readonly transport: Pick<MailTransport, 'send'>; readonly logger: Pick<Logger, 'warn'> },
): Promise<void> {
  try {
    await transport.send(mail);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    logger.warn({ err: error, mail: mail.idempotencyKey }, 'A mail was not taken.');
  }
}
