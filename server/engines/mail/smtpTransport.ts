import { createHash } from 'node:crypto';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { MailRefused, type MailTransport } from '../../ports/mail.ts';
import { lazyTransport, oneAddress } from './lazyTransport.ts';

/** Time-out of the mail server in milliseconds. */
export const SMTP_TIMEOUT_MS = 10_000;
/** Connections that are kept, over which mails go side by side. */
export const SMTP_CONNECTIONS = 4;
const WITHOUT_TLS =
  'The mail server offers no TLS, so it gets no mail. Use one that does, or set SMTP_TLS=optional to send in plain text.';
const LOGIN_REFUSED = 'The mail server refuses the log-in. Check the name and the password in SMTP_URL.';
const SENDER_REFUSED = 'The mail server refuses the sender. Check MAIL_FROM, and whether SMTP_URL needs a log-in.';
/** Replies from here on are permanent failures (RFC 5321 §4.2.1). */
const PERMANENT_REPLY = 500;
/** "Authentication required" and "credentials invalid", whatever they answer (RFC 4954 §6). */
const LOGIN_REPLIES = [530, 535];
/** The answers to these are about the mail, all earlier ones about us. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];
/** Bytes of a Message-ID's local part. */
const MESSAGE_ID_BYTES = 16;

/**
 * Sends mail over SMTP. Mails hold codes and addresses, so TLS is required unless `tls` is `optional`: a server under
 * `smtp://` must offer STARTTLS, `smtps://` begins with TLS. A mail has one Message-ID on every try, so that a mailbox
 * which got it although no answer came shows it once.
 *
 * @param url `smtp://` or `smtps://`, with credentials if the server wants them
 * @param from sender, as `Name <address>`
 * @param tls `optional`: a server that offers no TLS gets mails in plain text
 */
export function createSmtpTransport(
  url: string,
  from: string,
  tls: 'required' | 'optional' = 'required',
): MailTransport {
  const transport = lazyTransport(({ createTransport }) =>
    createTransport({
      url,
      pool: true,
      maxConnections: SMTP_CONNECTIONS,
      // Who hands a mail over decides when it is tried again.
      maxRequeues: 0,
      requireTLS: tls === 'required',
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
      // Mails hold codes: their content must never come from a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  const domain = domainOf(from);
  return {
    async send({ idempotencyKey, to, subject, html, text, headers }) {
      try {
        await transport.sendMail({
          from,
          to: oneAddress(to),
          subject,
          html,
          text,
          messageId: `<${messageIdOf(idempotencyKey)}@${domain}>`,
          headers: { ...headers, 'X-Entity-Ref-ID': idempotencyKey },
        });
      } catch (error) {
        // The server's reply may repeat the address, so only the cause has it.
        if (isPermanent(error)) throw new MailRefused('The mail server refused the mail.', { cause: error });
        throw new Unavailable(problemOf(error), { cause: error });
      }
    },
    forget: async () => undefined,
    close: () => transport.close(),
  };
}

/** The key has no place in a header that strangers see, and any characters. */
function messageIdOf(idempotencyKey: string): string {
  return createHash('sha256')
    .update(idempotencyKey)
    .digest('hex')
    .slice(0, 2 * MESSAGE_ID_BYTES);
}

/** The domain of a sender, as `Name <address>` or an address alone. */
function domainOf(from: string): string {
  return /@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

/** The used part of an error of nodemailer. */
interface SmtpError {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
}

/** Why a mail was not taken, in words for the operator. */
function problemOf(error: unknown): string {
  const { code, command, responseCode } = error as SmtpError;
  if (code === 'ETLS') return WITHOUT_TLS;
  if (code === 'EAUTH' || LOGIN_REPLIES.some((reply) => reply === responseCode)) return LOGIN_REFUSED;
  return command === 'MAIL FROM' && isPermanentReply(responseCode)
    ? SENDER_REFUSED
    : 'The mail server did not take the mail.';
}

/** Whether the server will never take this mail: what it says before it knows the recipient is about our set-up. */
function isPermanent(error: unknown): boolean {
  const { command, responseCode } = error as SmtpError;
  if (LOGIN_REPLIES.some((reply) => reply === responseCode)) return false;
  return ABOUT_THE_MAIL.some((each) => each === command) && isPermanentReply(responseCode);
}

function isPermanentReply(responseCode: unknown): boolean {
  return typeof responseCode === 'number' && responseCode >= PERMANENT_REPLY;
}
