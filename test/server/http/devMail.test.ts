import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { devMailRoutes } from '#server/http/devMail.ts';
import { errorHandler } from '#server/http/errors.ts';
import { createOwnHosts, lanAddresses } from '#server/http/ownHosts.ts';
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

async function answerTo(path: string, { host, lan = false }: { host?: string; lan?: boolean } = {}) {
  const app = express();
  app.use(devMailRoutes({ list: async () => [MAIL], find: async () => MAIL }, createOwnHosts({ lan })));
  app.use(errorHandler(silentLogger));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await openBrowser(port).ask('GET', path, { headers: { host: `${host ?? '127.0.0.1'}:${port}` } });
  } finally {
    server.close();
  }
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

  it.each(['/dev/mail', '/dev/mail/abc'])('%s lets nothing of a mail run', async (path) => {
    const text = await textOf(path);
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toContain('<script');
  });

  it('shows the HTML in a frame without any right, and the text beside it', async () => {
    const text = await textOf('/dev/mail/abc');
    expect(text).toContain('<iframe sandbox title="The mail as HTML" srcdoc="&lt;p&gt;Hello');
    expect(text).toContain('<pre>&lt;script&gt;');
  });
});
