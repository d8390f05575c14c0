import type { Mailbox, MailTransport } from '../../ports/mail.ts';
import { openMailbox } from './mailbox.ts';
import { createSmtpTransport } from './smtpTransport.ts';

/** A mail server, or the mailbox in a folder, never in production. */
export async function openMails(
  config: {
    readonly smtpUrl: string | null;
    readonly smtpTls?: 'required' | 'optional';
    readonly mailFrom: string;
    readonly environment: 'development' | 'production';
  },
  folder: string,
): Promise<{ readonly transport: MailTransport; readonly mailbox: Mailbox | null }> {
  const { smtpUrl, smtpTls, mailFrom, environment } = config;
  if (smtpUrl !== null || environment === 'production') {
    return { transport: createSmtpTransport(smtpUrl ?? '', mailFrom, smtpTls), mailbox: null };
  }
  const mailbox = await openMailbox(folder, mailFrom, () => new Date());
  return { transport: mailbox, mailbox };
}
