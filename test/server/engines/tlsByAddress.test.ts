import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createWebServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchPublic } from '#server/engines/foreignPages/fetchPublic.ts';
import { createSmtpTransport } from '#server/engines/mail/smtpTransport.ts';
import { openMongo } from '#server/engines/mongo/connection.ts';
import { connectTypesense } from '#server/engines/typesense/connection.ts';
import { createGoogleProvider } from '#server/identity/google/provider.ts';
import { CA_FILE, ELSEWHERE_FILE, KEY_FILE } from '../../doubles/kurrent/server.ts';
import { foreignSite, SITE_ADDRESS } from './foreignPages/foreignSite.ts';

const trusted = tls.getCACertificates('default');
beforeAll(() =>
  tls.setDefaultCACertificates([...trusted, readFileSync(CA_FILE, 'utf8'), readFileSync(ELSEWHERE_FILE, 'utf8')]),
);
afterAll(() => tls.setDefaultCACertificates(trusted));

const keyPair = (certificate: string) => ({ key: readFileSync(KEY_FILE), cert: readFileSync(certificate) });

/** Clients of servers that an operator may name by an address. The outcome is not looked at: it is no server of theirs. */
const clients: readonly [string, (authority: string) => Promise<unknown>][] = [
  [
    'SMTP',
    (authority) => {
      const transport = createSmtpTransport(`smtps://${authority}`, 'quad@quad.example');
      const mail = {
        to: 'maya@ou.edu',
        subject: 'Hi',
        html: '<p>Hi</p>',
        text: 'Hi',
        idempotencyKey: 'once',
        recipient: 'maya',
      };
      return transport.send(mail).finally(() => transport.close());
    },
  ],
  ['MongoDB', (authority) => openMongo({ url: `mongodb://${authority}/quad?tls=true`, selectMs: 3_000 })],
  ['Typesense', (authority) => connectTypesense({ url: `https://${authority}`, apiKey: 'key' }).check()],
  [
    'OpenID',
    (authority) =>
      createGoogleProvider({ issuer: `https://${authority}`, clientId: 'quad', clientSecret: 'secret' }).begin(
        'https://quad.example/back',
      ),
  ],
];

/** Whether a client says something to a server of TLS at an address; it does once it has taken the certificate. */
async function talksTo(ask: (authority: string) => Promise<unknown>, host: string, certificate: string) {
  let hasTalked = false;
  const server = tls.createServer(keyPair(certificate), (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      hasTalked = true;
      socket.destroy();
    });
    // A mail server greets first.
    socket.write('220 mail.example\r\n');
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(ask(host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)).rejects.toThrow();
  server.close();
  await once(server, 'close');
  return hasTalked;
}

describe.each(clients)('%s by TLS to an address', (_, ask) => {
  it.each(['127.0.0.1', '::1'])('takes a certificate that names %s, and no other', async (host) => {
    expect(await talksTo(ask, host, CA_FILE)).toBe(true);
    expect(await talksTo(ask, host, ELSEWHERE_FILE)).toBe(false);
  });
});

describe('a link preview of a page at an address', () => {
  const limits = { timeoutMs: 5_000, maxBytes: 1_000, whenLonger: 'cut', types: ['text/html'] } as const;

  async function fetched(certificate: string): Promise<string> {
    const page = (_: unknown, response: import('node:http').ServerResponse) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('A lamp');
    const site = await foreignSite(createWebServer(keyPair(certificate), page));
    try {
      const { bytes } = await fetchPublic(`https://${SITE_ADDRESS}/`, limits, {
        network: site.network,
        userAgent: 'QuadBot/1.0',
      });
      return bytes.toString();
    } finally {
      await site.end();
    }
  }

  it('takes a certificate that names it, and none that names this machine', async () => {
    expect(await fetched(ELSEWHERE_FILE)).toBe('A lamp');
    await expect(fetched(CA_FILE)).rejects.toMatchObject({ name: 'FetchRefused' });
  });
});
