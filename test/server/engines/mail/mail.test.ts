import { mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { openMailbox } from '#server/engines/mail/mailbox.ts';
import { openMails } from '#server/engines/mail/mails.ts';
import { createSmtpTransport } from '#server/engines/mail/smtpTransport.ts';
import { type Mail, MailRefused } from '#server/ports/mail.ts';
import { startSmtpServer, TAKES_MAILS } from '#test/doubles/smtpServer.ts';
import { fakeClock } from '../../support/dispatchRig.ts';
import { idOf } from '../../support/people.ts';

const FROM = 'Quad <no-reply@quad.example>';

function mail(change: Partial<Mail> = {}): Mail {
  return {
    idempotencyKey: idOf('mail'),
    recipient: idOf('ada'),
    to: 'ada@ou.edu',
    subject: '1234 is your OU verification code',
    html: '<p>1234</p>',
    text: '1234',
    ...change,
  };
}

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

describe('mailbox', () => {
  async function open() {
    const folder = await mkdtemp(join(tmpdir(), 'quad-mail-'));
    cleanUps.push(() => rm(folder, { recursive: true }));
    const clock = fakeClock();
    return { folder, clock, mailbox: await openMailbox(folder, FROM, clock.now) };
  }

  it('keeps mails, newest first', async () => {
    const { mailbox, clock } = await open();
    await mailbox.send(mail({ idempotencyKey: 'one' }));
    clock.advance(1_000);
    await mailbox.send(mail({ idempotencyKey: 'two', subject: 'Second' }));
    expect((await mailbox.list()).map(({ subject }) => subject)).toEqual([
      'Second',
      '1234 is your OU verification code',
    ]);
  });

  it('keeps the same mail once', async () => {
    const { mailbox } = await open();
    await mailbox.send(mail());
    await mailbox.send(mail());
    expect((await mailbox.list()).length).toBe(1);
  });

  it('says "try again" when its folder cannot be written, and takes the mail when it can', async () => {
    const { mailbox, folder } = await open();
    await rename(folder, `${folder}-away`);
    await writeFile(folder, '');
    await expect(mailbox.send(mail())).rejects.toBeInstanceOf(Unavailable);
    await rm(folder);
    await rename(`${folder}-away`, folder);
    await mailbox.send(mail());
    expect((await mailbox.list()).length).toBe(1);
  });

  it('[P10] keeps no draft that a kill has left', async () => {
    const { folder, clock } = await open();
    await writeFile(join(folder, `0123456789abcdef.json.${idOf('draft')}.tmp`), 'ada@ou.edu');
    const again = await openMailbox(folder, FROM, clock.now);
    await again.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('lists what is there although a mail is forgotten meanwhile', async () => {
    const { mailbox, folder } = await open();
    await mailbox.send(mail());
    // Listed in the folder, but removed before it is read.
    await symlink(join(folder, 'nowhere'), join(folder, '0123456789abcdef.json'));
    expect(await mailbox.list()).toHaveLength(1);
  });

  it("[P10] forgets a person's mails and nobody else's", async () => {
    const { mailbox, folder } = await open();
    await mailbox.send(mail({ idempotencyKey: 'a' }));
    await mailbox.send(mail({ idempotencyKey: 'b', recipient: idOf('bob'), to: 'bob@ou.edu' }));
    await mailbox.forget(idOf('ada'));
    expect((await mailbox.list()).map(({ to }) => to)).toEqual(['bob@ou.edu']);
    expect((await readdir(folder)).length).toBe(1);
  });
});

describe('SMTP', () => {
  async function smtpServer(answers: Readonly<Record<string, string>>) {
    const server = await startSmtpServer(answers);
    cleanUps.push(server.close);
    return server;
  }

  function transportTo(url: string, tls: 'required' | 'optional' = 'optional') {
    const transport = createSmtpTransport(url, FROM, tls);
    cleanUps.push(() => transport.close());
    return transport;
  }

  it('hands a mail over as HTML and as text', async () => {
    const { url, received } = await smtpServer(TAKES_MAILS);
    await transportTo(url).send({ ...mail(), headers: { 'List-Unsubscribe': '<https://ou.example/x.y>' } });
    const text = received.join('\n');
    expect(text).toContain('List-Unsubscribe: <https://ou.example/x.y>');
    expect(text).toContain('Subject: 1234 is your OU verification code');
    expect(text).toContain('Content-Type: text/plain');
    expect(text).toContain('Content-Type: text/html');
  });

  it.each([
    ['a list of addresses', { to: 'ada@ou.edu, eve@evil.example' }],
    ['a group', { to: 'all: ada@ou.edu, eve@evil.example;' }],
    ['another header', { to: 'ada@ou.edu\r\nBcc: eve@evil.example' }],
    ['another header in the subject', { subject: 'Hello\r\nBcc: eve@evil.example' }],
  ])('hands a mail to one address at most: %s makes no second one', async (_name, change) => {
    const { url, received } = await smtpServer(TAKES_MAILS);
    // Refused, or taken for one strange address.
    await transportTo(url)
      .send(mail(change))
      .catch((error: unknown) => error);
    const recipients = received.filter((line) => line.startsWith('RCPT TO'));
    expect(recipients.length).toBeLessThanOrEqual(1);
    for (const line of recipients) expect(line).not.toBe('RCPT TO:<eve@evil.example>');
    expect(received.filter((line) => /^bcc:/i.test(line))).toEqual([]);
  });

  it('hands nothing to a server without TLS unless that was asked for, and says what to do', async () => {
    const { url, received } = await smtpServer({ ...TAKES_MAILS, STARTTLS: '502 no' });
    const refused = await transportTo(url, 'required')
      .send(mail())
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Unavailable);
    expect((refused as Error).message).toContain('set SMTP_TLS=optional');
    expect(received.join('\n')).not.toMatch(/MAIL FROM|ada@ou|1234/);
  });

  it('is asked for TLS as the configuration says', async () => {
    const { url, received } = await smtpServer({ ...TAKES_MAILS, STARTTLS: '502 no' });
    const sendBy = async (smtpTls: 'required' | 'optional') => {
      const settings = { smtpUrl: url, smtpTls, mailFrom: FROM, environment: 'production' } as const;
      const { transport } = await openMails(settings, '/nowhere');
      cleanUps.push(() => transport.close());
      await transport.send(mail());
    };
    await expect(sendBy('required')).rejects.toBeInstanceOf(Unavailable);
    expect(received.join('\n')).not.toContain('MAIL FROM');
    await sendBy('optional');
  });

  it('says "try again" when the server is not there or busy', async () => {
    await expect(transportTo('smtp://127.0.0.1:1').send(mail())).rejects.toBeInstanceOf(Unavailable);
    const { url } = await smtpServer({ RCPT: '451 busy' });
    await expect(transportTo(url).send(mail())).rejects.toBeInstanceOf(Unavailable);
  });

  it('says "never" when the server refuses the address, without repeating it', async () => {
    const { url } = await smtpServer({ RCPT: '550 no such user ada@ou.edu' });
    const refused = await transportTo(url)
      .send(mail())
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MailRefused);
    expect((refused as Error).message).not.toContain('ada');
  });
});
