import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually } from '#test/e2e/harness/eventually.ts';
import { mailedCode, signUp } from '../support/student.ts';
import { testServer } from '../support/testServer.ts';

/** A mail server that takes connections and never says a word. */
async function hangingMailServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = once(server, 'connection');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when a mail is to be handed over. */
    asked,
    async end() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

it('[P7] [VERF-08] a mail server that hangs holds up nobody, and the mail is sent when there is one that works', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'quad-hanging-'));
  const mailServer = await hangingMailServer();
  const server = await testServer({ dataDir, smtpUrl: mailServer.url, smtpTls: 'optional' });
  const ada = await signUp(server, 'ada');
  await mailServer.asked;
  // The mail hangs; signing up, reading and writing do not.
  const bob = await signUp(server, 'bob');
  expect((await bob.ask('GET', '/api/topics/feed:ou')).status).toBe(200);
  expect((await bob.give('RequestEmailCode', {})).error.code).toBe('CODE_TOO_SOON');
  expect((await bob.ask('GET', '/health/live')).status).toBe(200);
  // Readiness reports the reason that ends the wait for a mail server: its time-out or its death.
  await mailServer.end();
  const problem = await eventually('the mail reactor says so', async () => {
    const { ready, parts } = (await bob.ask('GET', '/health/ready')).json;
    // People are served all the same: no balancer may take the server out.
    expect(ready).toBe(true);
    return parts['reactor:mail'] === 'ready' ? undefined : parts['reactor:mail'];
  });
  expect(problem).toBe('The mail server did not take the mail.');
  await server.close();

  const again = await testServer({ dataDir });
  for (const { email } of [ada, bob]) expect(await mailedCode(again.browser(), email)).toMatch(/^\d{4}$/);
  const { mails } = (await again.browser().ask('GET', '/dev/mail', { headers: { accept: 'application/json' } })).json;
  expect(mails.map(({ to }: { to: string }) => to).sort()).toEqual([ada.email, bob.email]);
  await again.close();
  await rm(dataDir, { recursive: true });
});
