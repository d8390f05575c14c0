import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { Mailbox, StoredMail } from '../../ports/mail.ts';
import { writeDurably } from '../files/durableFile.ts';
import { lazyTransport, oneAddress } from './lazyTransport.ts';

/** Mails that the mailbox shows; older ones are deleted. */
export const MAILBOX_MAX_MAILS = 200;

const storedMailSchema = z.strictObject({
  id: z.string(),
  recipient: z.string(),
  /** ISO instant. */
  at: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});

/** Opens a mailbox in a folder, one file a mail. The same mail handed over twice is kept once. */
export async function openMailbox(folder: string, from: string, clock: () => Date): Promise<Mailbox> {
  await mkdir(folder, { recursive: true });
  // Remains of an interrupted write are no mail, but name a person (P10).
  for (const name of await readdir(folder)) if (name.endsWith('.tmp')) await rm(join(folder, name), { force: true });
  // nodemailer composes and checks the mail as for SMTP, and returns it instead of sending it.
  const composer = lazyTransport(({ createTransport }) => createTransport({ jsonTransport: true }));

  async function list(): Promise<readonly StoredMail[]> {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(gone)));
    const mails = texts.filter((text) => text !== null).map(parse);
    return mails.sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));
  }

  const remove = (mail: StoredMail) => rm(join(folder, `${mail.id}.json`), { force: true });

  return {
    list,
    find: async (id) => (await list()).find((mail) => mail.id === id) ?? null,
    async send({ idempotencyKey, recipient, to, subject, html, text }) {
      await composer.sendMail({ from, to: oneAddress(to), subject, html, text });
      const id = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 16);
      const mail: StoredMail = { id, recipient, at: clock().toISOString(), from, to, subject, html, text };
      try {
        await writeDurably(join(folder, `${id}.json`), JSON.stringify(mail));
        for (const old of (await list()).slice(MAILBOX_MAX_MAILS)) await remove(old);
      } catch (cause) {
        throw new Unavailable('The mailbox did not take the mail.', { cause });
      }
    },
    async forget(recipient) {
      for (const mail of await list()) if (mail.recipient === recipient) await remove(mail);
    },
    close: () => composer.close(),
  };
}

/** `null` for a mail that was deleted after the folder was listed. */
function gone(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}

function parse(text: string): StoredMail {
  return storedMailSchema.parse(JSON.parse(text));
}
