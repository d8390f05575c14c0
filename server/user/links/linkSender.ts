import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { mailboxOf } from '#domain/user/email.ts';
import { LINK_RESEND_SECONDS } from '#domain/user/limits.ts';
import { userRejection } from '#domain/user/rejection.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createKeyedLock } from '../../concurrency/keyedLock.ts';
import type { Identity } from '../../identity/identity.ts';
import type { LinkUse } from '../../identity/links.ts';
import type { Logger } from '../../observability/logging.ts';
import { type Mail, MailRefused, type MailTransport } from '../../ports/mail.ts';

/** A link that is to be mailed. */
export interface LinkMailing extends LinkUse {
  readonly campus: string;
  /** Network address that asks for it. */
  readonly address: string;
}

/**
 * Mails a link within the limits of mails (Q15), or says why not. Resolves when the transport has accepted the mail
 * (AUTH-28, decisions D06).
 *
 * @param compose makes the mail of the token that is drawn for it
 */
export type SendLink = (mailing: LinkMailing, compose: (token: string) => Mail) => Promise<Rejection | null>;

/** See `SendLink`. */
export function createLinkSender(options: {
  readonly identity: Pick<Identity, 'links' | 'mayMail' | 'tries'>;
  readonly transport: Pick<MailTransport, 'send'>;
  readonly logger: Logger;
}): SendLink {
  const { identity, transport, logger } = options;
  const { links, mayMail, tries } = identity;
  const locks = createKeyedLock();

  async function handOver(mail: Mail): Promise<boolean> {
    try {
      await transport.send(mail);
      return true;
    } catch (error) {
      if (!(error instanceof MailRefused) && !(error instanceof Unavailable)) throw error;
      logger.warn({ err: error }, 'A mail with a link was not taken.');
      return false;
    }
  }

  return ({ purpose, email, campus, address }, compose) => {
    const mailbox = mailboxOf(email);
    const pause = {
      name: 'link-pause',
      value: `${purpose} ${mailbox} ${address}`,
      max: 1,
      windowMs: LINK_RESEND_SECONDS * 1_000,
    };
    // One mail to a mailbox at a time: each is counted before the next one is allowed.
    return locks.run(`${purpose} ${mailbox}`, async () => {
      if (await tries.usedUp([pause])) return userRejection('LINK_TOO_SOON', { seconds: LINK_RESEND_SECONDS });
      if (!(await mayMail({ asker: address, campus, purpose, email }))) return userRejection('LINK_TOO_MANY');
      const token = await links.draw({ purpose, email, campus });
      if (!(await handOver(compose(token)))) return rejection('LINK_NOT_SENT');
      await tries.count(pause);
      return null;
    });
  };
}
