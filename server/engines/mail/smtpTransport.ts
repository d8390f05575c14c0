import { Unavailable } from '#projections/engine/eventLog.ts';
import { MailRefused, type MailTransport } from '../../ports/mail.ts';
import { lazyTransport, oneAddress } from './lazyTransport.ts';

/** Time-out of the mail server in milliseconds. */
export const SMTP_TIMEOUT_MS = 10_000;
const WITHOUT_TLS =
  'The mail server offers no TLS, so it gets no mail. Use one that does, or set SMTP_TLS=optional to send in plain text.';
/** Replies from here on are permanent failures (RFC 5321 §4.2.1). */
const PERMANENT_REPLY = 500;

/**
 * Sends mail over SMTP. Mails hold codes and addresses, so TLS is required unless `tls` is `optional`: a server under
 * `smtp://` must offer STARTTLS, `smtps://` begins with TLS.
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
      requireTLS: tls === 'required',
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
      // Mails hold codes: their content must never come from a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return {
    async send({ idempotencyKey, to, subject, html, text, headers }) {
      try {
        await transport.sendMail({
          from,
          to: oneAddress(to),
          subject,
          html,
          text,
          headers: { ...headers, 'X-Entity-Ref-ID': idempotencyKey },
        });
      } catch (error) {
        // The server's reply may repeat the address, so only the cause has it.
        if (isPermanent(error)) throw new MailRefused('The mail server refused the mail.', { cause: error });
        throw new Unavailable(isWithoutTls(error) ? WITHOUT_TLS : 'The mail server did not take the mail.', {
          cause: error,
        });
      }
    },
    forget: async () => undefined,
    close: () => transport.close(),
  };
}

function isWithoutTls(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ETLS';
}

function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  // A refused login or missing TLS is a fault of our configuration, not of the recipient.
  return code !== 'EAUTH' && code !== 'ETLS' && typeof responseCode === 'number' && responseCode >= PERMANENT_REPLY;
}
