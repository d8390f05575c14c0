import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SMTPServerOptions } from 'smtp-server';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createSmtpTransport, SMTP_CONNECTIONS } from '#server/engines/mail/smtpTransport.ts';
import { type Mail, MailRefused } from '#server/ports/mail.ts';
import { type MailServer, reply, startMailServer } from '#test/doubles/mailServer.ts';
import { idOf } from '../../support/people.ts';

/** Milliseconds for which the slow server says nothing. */
const SILENCE_MS = 7_000;

const mailTo = (to: string): Mail => ({
  idempotencyKey: `for ${to}`,
  recipient: idOf('ada'),
  to,
  subject: '1234 is your OU verification code',
  html: '<p>1234</p>',
  text: '1234',
});
const ADA = mailTo('ada@ou.edu');

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function serverWith(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  ends.push(server.close);
  return server;
}

function transportTo(url: string) {
  const transport = createSmtpTransport(url, 'Quad <no-reply@quad.example>');
  ends.unshift(() => transport.close());
  return transport;
}

const failure = (sending: Promise<void>) => sending.then(() => null).catch((error: unknown) => error as Error);
const messageIdOf = (source: string) => /^Message-ID: (\S+)/im.exec(source)?.[1];

describe('a real mail server, by STARTTLS and AUTH', () => {
  it('takes a mail, and the same one again under the same Message-ID', async () => {
    const { url, taken } = await serverWith();
    const transport = transportTo(url);
    await transport.send(ADA);
    await transport.send(ADA);
    await transport.send(mailTo('bob@ou.edu'));
    const ids = taken.map(({ source }) => messageIdOf(source));
    expect(ids[0]).toMatch(/^<[0-9a-f]{32}@quad\.example>$/);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('gets many mails side by side, over few connections that are kept', async () => {
    const server = await serverWith();
    const transport = transportTo(server.url);
    const people = Array.from({ length: 100 }, (_, n) => `p${n}@ou.edu`);
    await Promise.all(people.map((to) => transport.send(mailTo(to))));
    expect(server.taken.map(({ to }) => to).sort()).toEqual([...people].sort());
    expect(server.connections()).toBeLessThanOrEqual(SMTP_CONNECTIONS);
  });

  it('refuses one bad recipient among a hundred, and takes the others', async () => {
    const server = await serverWith({
      onRcptTo({ address }, _session, callback) {
        callback(address === 'p42@ou.edu' ? reply(550, `No such user ${address}`) : null);
      },
    });
    const transport = transportTo(server.url);
    const people = Array.from({ length: 100 }, (_, n) => `p${n}@ou.edu`);
    const failures = await Promise.all(people.map((to) => failure(transport.send(mailTo(to)))));
    expect(failures[42]).toBeInstanceOf(MailRefused);
    expect(failures[42]?.message).not.toContain('p42');
    expect(failures.filter((each) => each !== null)).toHaveLength(1);
    expect(server.taken).toHaveLength(99);
  });

  it('puts a stranger off at first (greylisting): a retry takes', async () => {
    const known = new Set<string>();
    const { url, taken } = await serverWith({
      onRcptTo({ address }, _session, callback) {
        const isKnown = known.has(address);
        known.add(address);
        callback(isKnown ? null : reply(451, 'Greylisted, try again later'));
      },
    });
    const transport = transportTo(url);
    expect(await failure(transport.send(ADA))).toBeInstanceOf(Unavailable);
    await transport.send(ADA);
    expect(taken).toHaveLength(1);
  });

  it('shuts down (421) and comes back: a retry takes', async () => {
    let isShutting = true;
    const { url, taken } = await serverWith({
      onMailFrom(_address, _session, callback) {
        callback(isShutting ? reply(421, 'Service shutting down') : null);
        isShutting = false;
      },
    });
    const transport = transportTo(url);
    expect(await failure(transport.send(ADA))).toBeInstanceOf(Unavailable);
    await transport.send(ADA);
    expect(taken).toHaveLength(1);
  });

  it('drops the connection after it has the mail: a retry brings it again under the same Message-ID', async () => {
    const sources: string[] = [];
    const server = await serverWith({
      onData(stream, _session, callback) {
        let source = '';
        stream.on('data', (chunk: Buffer) => {
          source += chunk.toString();
        });
        stream.on('end', () => {
          sources.push(source);
          if (sources.length === 1) server.drop();
          else callback();
        });
      },
    });
    const transport = transportTo(server.url);
    expect(await failure(transport.send(ADA))).toBeInstanceOf(Unavailable);
    await transport.send(ADA);
    expect(sources.map(messageIdOf)).toEqual([messageIdOf(sources[0] ?? ''), messageIdOf(sources[0] ?? '')]);
  });

  it('is silent for seconds: the mail is taken all the same', async () => {
    const { url, taken } = await serverWith({
      onRcptTo(_address, _session, callback) {
        void pause(SILENCE_MS).then(() => callback());
      },
    });
    await transportTo(url).send(ADA);
    expect(taken).toHaveLength(1);
  });
});

describe('what is wrong with our set-up', () => {
  it('is a wrong password: said as such, and no fault of the recipient', async () => {
    const { url } = await serverWith();
    const refused = await failure(transportTo(url.replace('correct', 'wrong')).send(ADA));
    expect(refused).toBeInstanceOf(Unavailable);
    expect(refused?.message).toBe('The mail server refuses the log-in. Check the name and the password in SMTP_URL.');
  });

  it('is a missing log-in', async () => {
    const { url } = await serverWith();
    const refused = await failure(transportTo(url.replace(/\/\/.*@/, '//')).send(ADA));
    expect(refused).toBeInstanceOf(Unavailable);
    expect(refused?.message).toContain('log-in');
  });

  it.each([550, 553, 530, 535])('is a sender that is refused with %d', async (code) => {
    const { url } = await serverWith({
      onMailFrom(_address, _session, callback) {
        callback(reply(code, 'not from you'));
      },
    });
    const refused = await failure(transportTo(url).send(ADA));
    expect(refused).toBeInstanceOf(Unavailable);
    expect(refused?.message).toMatch(/MAIL_FROM|SMTP_URL/);
  });
});
