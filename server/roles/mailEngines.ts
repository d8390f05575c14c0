import type { Config } from '../config.ts';
import type { MailTransport } from '../ports/mail.ts';

/** The mail server alone, without a folder; `null`: none is set. */
export async function openMailServer({
  smtpUrl,
  smtpTls,
  mailFrom,
}: Pick<Config, 'smtpUrl' | 'smtpTls' | 'mailFrom'>): Promise<MailTransport | null> {
  if (smtpUrl === null) return null;
  const { createSmtpTransport } = await import('../engines/mail/smtpTransport.ts');
  return createSmtpTransport(smtpUrl, mailFrom, smtpTls);
}
