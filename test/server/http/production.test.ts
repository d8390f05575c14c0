import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { campuses } from '#domain/campus/registry.ts';
import { COMMANDS_PER_USER } from '#server/write/clientCommands.ts';
import { METRICS } from '../support/metricsToken.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ environment: 'production', smtpUrl: 'smtp://127.0.0.1:1' });
});
afterAll(async () => {
  await server.end();
});

const form = {
  id: '0b4d4b8e-6c5a-4c7e-9a63-3f3f8f1f2a10',
  email: 'ada@ou.edu',
  name: 'Ada Lovelace',
  password: 'engine-1843',
  acceptedTerms: true,
};

describe('in production', () => {
  it('the limits of requests and commands are those of the release: with others it does not start', async () => {
    const production = { environment: 'production', smtpUrl: 'smtp://127.0.0.1:1' } as const;
    await expect(testServer(production, { rates: { commandsPerUser: COMMANDS_PER_USER } })).rejects.toThrow(
      'those of the release',
    );
  });

  it('there is no mailbox: not the route, not a word of it', async () => {
    const browser = server.browser();
    expect((await browser.ask('GET', '/api/session')).json.mailbox).toBeNull();
    for (const path of ['/dev/mail', '/dev/mail/1']) {
      const answer = await browser.ask('GET', path, { headers: { accept: 'application/json' } });
      // A path that is no route of the server gets the client's page, which does not know it either.
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.text).not.toContain('Mailbox');
    }
  });

  it('readiness names what is not ready to everybody, and why to those who run the site', async () => {
    const media = join(server.dataDir, 'media');
    await rename(media, `${media}-away`);
    const visitor = await server.browser().ask('GET', '/health/ready');
    const operator = await server.browser().ask('GET', '/health/ready', METRICS);
    await rename(`${media}-away`, media);
    expect(visitor.status).toBe(503);
    expect(visitor.json).toMatchObject({ ready: false, parts: { log: 'ready', media: 'not ready' } });
    expect(operator.json.parts.media).toContain(media);
  });

  it('only the sites of the campuses may change something, and cookies ask for HTTPS', async () => {
    const site = campuses.find(({ id }) => id === 'ou')?.url ?? '';
    const browser = server.browser();
    const local = await browser.ask('POST', '/api/registration', { body: form });
    expect(local.json.error.code).toBe('ORIGIN_REFUSED');
    const { origin, host } = new URL(site);
    const ofAnother = await server
      .browser('campus.example')
      .ask('POST', '/api/registration', { body: form, headers: { origin } });
    expect(ofAnother.json.error.code).toBe('ORIGIN_REFUSED');
    const headers = { origin, host };
    const answer = await browser.ask('POST', '/api/registration', { body: form, headers });
    expect(answer.status).toBe(201);
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies).toHaveLength(3);
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-quad_\w+=.*; Path=\/; .*; Secure$/);
    expect((await browser.ask('GET', '/api/session')).json.user).toEqual({ id: answer.json.user.id });
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
  });
});
