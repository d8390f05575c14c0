import { MAILBOX_PATH } from '#server/http/devMail.ts';
import { eventually } from './eventually.ts';
import type { QuadServer } from './runningServer.ts';
import { exchange } from './wire.ts';

/** A mail in the development mailbox, as far as tests read it. */
export interface MailSeen {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A code as the mails show it (VERF-04). */
const CODE = /(?<!\d)[1-9]\d{3}(?!\d)/;

/** Mails to the address, newest first. */
export async function mailsTo(server: QuadServer, address: string): Promise<readonly MailSeen[]> {
  const { port } = server;
  const accept = 'application/json';
  const { text } = await exchange({ method: 'GET', port, host: server.host(), path: MAILBOX_PATH, accept });
  const { mails } = JSON.parse(text) as { mails: readonly MailSeen[] };
  return mails.filter(({ to }) => to === address);
}

/**
 * The newest code that was mailed to an address.
 *
 * @param sent number of mails that must have come to it by now
 */
export function codeMailedTo(server: QuadServer, address: string, sent = 1): Promise<string> {
  return eventually(`code ${sent} for ${address} is in the mailbox`, async () => {
    const mails = await mailsTo(server, address);
    return mails.length < sent ? undefined : mails[0]?.text.match(CODE)?.[0];
  });
}

/**
 * The address of the link in the newest mail to an address.
 *
 * @param sent number of mails that must have come to it by now
 */
export function linkMailedTo(server: QuadServer, address: string, sent = 1): Promise<string> {
  return eventually(`link ${sent} for ${address} is in the mailbox`, async () => {
    const mails = await mailsTo(server, address);
    return mails.length < sent ? undefined : mails[0]?.text.match(/http:\/\/\S+/)?.[0];
  });
}
