import * as z from 'zod/mini';
import { address, defineSetting, matching } from './setting.ts';

const SMTP_TLS = ['required', 'optional'] as const;
const takesServer = 'an address such as smtps://user:password@mail.example:465';

/** How mails go out. */
export interface MailPart {
  /** Mail server; `null`: mails stay in the mailbox of the data folder. */
  readonly smtpUrl: string | null;
  /** `required`: a mail server without TLS gets no mail; `optional`: TLS where it offers it. */
  readonly smtpTls: (typeof SMTP_TLS)[number];
  /** Sender of mails. */
  readonly mailFrom: string;
}

/** An operator's variables of mails. */
export const mailSetting = defineSetting({
  variables: {
    SMTP_URL: { schema: address('smtp:', 'smtps:'), takes: takesServer, secret: true },
    SMTP_TLS: { schema: z.enum(SMTP_TLS), takes: SMTP_TLS.join(' or ') },
    MAIL_FROM: {
      schema: matching(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/),
      takes: 'a sender such as Quad <hello@quad.example>',
    },
  },
  table: [
    {
      names: ['SMTP_URL', 'MAIL_FROM'],
      default: '–',
      says: 'mail server and sender; without one, mails stay in the mailbox (development)',
    },
    {
      names: ['SMTP_TLS'],
      default: '`required`',
      says: '`optional`: a mail server without TLS gets mails in plain text',
    },
  ],
  refuseProduction: ({ SMTP_URL }) =>
    SMTP_URL === undefined ? [`SMTP_URL is not set: in production mails must go out. It takes ${takesServer}.`] : [],
  read: ({ SMTP_URL, SMTP_TLS: smtpTls = 'required', MAIL_FROM }): MailPart => ({
    smtpUrl: SMTP_URL ?? null,
    smtpTls,
    mailFrom: MAIL_FROM ?? 'Quad <no-reply@quad.example>',
  }),
});
