import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { devMailRoutes } from '#server/http/devMail.ts';
import { errorHandler } from '#server/http/errors.ts';
import { createOwnHosts, createOwnPeers, lanAddresses } from '#server/http/ownHosts.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { StoredMail } from '#server/ports/mail.ts';
import { openBrowser } from '../support/browser.ts';

const HOSTILE = `<script>alert("x")</script>'`;
const MAIL: StoredMail = {
  id: 'abc',
  recipient: 'ada',
  at: '2026-03-01T12:00:00.000Z',
  from: `Quad ${HOSTILE}`,
  to: HOSTILE,
  subject: HOSTILE,
  html: `<p>Hello</p>${HOSTILE}`,
  text: HOSTILE,
};

async function answerTo(path: string, { host, lan = false, at }: { host?: string; lan?: boolean; at?: string } = {}) {
  const app = express();
  const mailbox = { list: async () => [MAIL], find: async () => MAIL };
  app.use(devMailRoutes(mailbox, createOwnHosts({ lan }), createOwnPeers({ lan })));
  app.use(errorHandler(silentLogger));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, at ?? '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const headers = { host: `${host ?? '127.0.0.1'}:${port}` };
    if (at !== undefined) return { status: await statusAt(`http://${at}:${port}${path}`, headers), text: '' };
    return await openBrowser(port).ask('GET', path, { headers });
  } finally {
    server.close();
  }
}

/** The status of an answer to somebody who comes by another address than the loopback's. */
function statusAt(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

const textOf = async (path: string) => (await answerTo(path)).text;

describe('mailbox page', () => {
  it.each([
    ['localhost', 200],
    ['127.0.0.1', 200],
    ['ou.localhost', 200],
    ['[::1]', 200],
    ['rebound.evil.example', 404],
    ['localhost.evil.example', 404],
    ['127.0.0.1.evil.example', 404],
    ['203.0.113.9', 404],
    ['a b', 404],
  ])('under the host %s answers %i', async (host, status) => {
    for (const path of ['/dev/mail', '/dev/mail/abc']) expect((await answerTo(path, { host })).status).toBe(status);
  });

  it("answers under this machine's address in the network only where that was asked for", async () => {
    for (const host of lanAddresses()) {
      expect((await answerTo('/dev/mail', { host })).status).toBe(404);
      expect((await answerTo('/dev/mail', { host, lan: true })).status).toBe(200);
    }
    expect((await answerTo('/dev/mail', { host: 'rebound.evil.example', lan: true })).status).toBe(404);
  });

  it('answers nobody in the network who writes a name of this machine into the request', async () => {
    for (const at of lanAddresses()) {
      expect((await answerTo('/dev/mail', { host: 'localhost', at })).status).toBe(404);
      expect((await answerTo('/dev/mail', { host: 'localhost', at, lan: true })).status).toBe(200);
    }
    const isOwnPeer = createOwnPeers({ lan: false });
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].filter(isOwnPeer)).toHaveLength(4);
    expect(['203.0.113.9', '::ffff:10.0.0.2', 'fe80::1', '', undefined].filter(isOwnPeer)).toEqual([]);
  });

  it.each(['/dev/mail', '/dev/mail/abc'])('%s lets nothing of a mail run', async (path) => {
    const text = await textOf(path);
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toContain('<script');
  });

  it('shows the HTML in a frame that may only open links, and the text beside it', async () => {
    const text = await textOf('/dev/mail/abc');
    expect(text).toContain(
      '<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail as HTML" srcdoc="&lt;p&gt;Hello',
    );
    expect(text).toContain('<pre>&lt;script&gt;');
  });
});
