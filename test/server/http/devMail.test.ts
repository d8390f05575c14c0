import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import type { StoredMail } from '#server/adapters/mail/mailbox.ts';
import { devMailRoutes } from '#server/http/devMail.ts';

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

async function textOf(path: string): Promise<string> {
  const app = express();
  app.use(devMailRoutes({ list: async () => [MAIL], find: async () => MAIL }));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).text();
  } finally {
    server.close();
  }
}

describe('mailbox page', () => {
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
