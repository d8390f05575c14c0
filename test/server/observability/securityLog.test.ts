import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { io } from 'socket.io-client';
import { topicName } from '#projections/sync/topicNames.ts';
import { LOGIN_ACCOUNT_MAX_FAILURES } from '#server/identity/limits.ts';
import { createLogger } from '#server/observability/logging.ts';
import { networkPrefix } from '#server/observability/securityLog.ts';
import { eventually, PASSWORD, type Student, signUp } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

describe('the prefix of a network', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:12:34:56:78:9a:bc', '2001:db8:12::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['2001:0db8:12:34::/64', '2001:db8:12::/48'],
    ['::1', '0:0:0::/48'],
    ['203.0.113.9, 10.0.0.1', 'unknown'],
    ['', 'unknown'],
  ])('of %j is %j', (address, prefix) => {
    expect(networkPrefix(address)).toBe(prefix);
  });
});

describe('security events of a server', () => {
  const lines: string[] = [];
  let server: TestServer;
  let ada: Student;
  const from = { 'x-forwarded-for': '203.0.113.9' };
  beforeAll(async () => {
    const logger = createLogger('info', { stream: { write: (line) => lines.push(line) } });
    server = await testServer({ trustedProxies: 1, metricsToken: 'a-token-for-the-tests' }, { logger });
    ada = await signUp(server, 'watched');
    lines.length = 0;
  });
  afterAll(async () => {
    await server.end();
  });

  /** The lines of an event, once there are that many. */
  const eventsOf = (event: string, count = 1) =>
    eventually(async () => {
      const found = lines.map((line) => JSON.parse(line)).filter((line) => line.event === event);
      return found.length >= count && found;
    });
  const logIn = (password: string, email = ada.email) =>
    server.browser().ask('POST', '/api/session', { body: { email, password }, headers: from });

  it('are log-ins, failed ones and lock-outs, with account and network and nothing more', async () => {
    await logIn(PASSWORD);
    const [success] = await eventsOf('authn_login_success');
    expect(success).toEqual({
      level: 30,
      at: expect.any(String),
      event: 'authn_login_success',
      user: ada.userId,
      network: '203.0.113.0/24',
      msg: 'security',
    });
    await logIn('nobodys', 'nobody@ou.edu');
    expect(await eventsOf('authn_login_fail')).toMatchObject([{ user: null, code: 'LOGIN_UNKNOWN' }]);
    for (let n = 0; n <= LOGIN_ACCOUNT_MAX_FAILURES; n += 1) await logIn('wrong-secret');
    const [, wrong] = await eventsOf('authn_login_fail', 1 + LOGIN_ACCOUNT_MAX_FAILURES);
    expect(wrong).toMatchObject({ level: 30, user: ada.userId, code: 'PASSWORD_WRONG' });
    expect(await eventsOf('authn_login_lock')).toMatchObject([{ level: 40, user: ada.userId }]);
  });

  it('are refused access, but not the gates that everybody passes', async () => {
    await ada.ask('GET', '/api/session');
    await ada.ask('PUT', `/api/uploads/profilePics/${randomUUID()}`, { raw: new Uint8Array(8), headers: from });
    await ada.ask('POST', '/api/session', { body: {}, headers: { ...from, origin: 'https://evil.example' } });
    await ada.give('SavePost', { postId: randomUUID() });
    const codes = (await eventsOf('authz_fail', 1)).map(({ code }) => code);
    expect(codes).toContain('ORIGIN_REFUSED');
    expect(codes).not.toContain('EMAIL_NOT_CONFIRMED');
  });

  it('are brakes on requests', async () => {
    const flood = { 'x-forwarded-for': '198.51.100.7' };
    const ask = () => server.browser().ask('POST', '/api/registration', { body: {}, headers: flood });
    while ((await ask()).json.error.code !== 'RATE_LIMITED');
    expect(await eventsOf('excess_rate_limit_exceeded')).toMatchObject([
      { level: 30, user: null, network: '198.51.100.0/24', code: 'RATE_LIMITED' },
    ]);
  });

  it('are refused access over a socket, too', async () => {
    const origin = `http://ou.localhost:${server.port}`;
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const socket = io(`http://127.0.0.1:${server.port}`, {
      transports: ['websocket'],
      extraHeaders: { ...from, origin, host: `ou.localhost:${server.port}`, cookie },
    });
    try {
      const start = '0'.repeat(16);
      const ask = (topic: string) =>
        socket.timeout(5_000).emitWithAck('subscribe', { topic, since: null, floor: null, notBefore: start });
      expect(await ask(topicName.me(ada.userId))).toMatchObject({ ok: true });
      expect(await ask(topicName.me(randomUUID()))).toMatchObject({ refusal: { code: 'TOPIC_FORBIDDEN' } });
    } finally {
      socket.disconnect();
    }
    const refused = await eventually(async () =>
      (await eventsOf('authz_fail')).find(({ code }) => code === 'TOPIC_FORBIDDEN'),
    );
    expect(refused).toMatchObject({ user: ada.userId, network: '203.0.113.0/24' });
  });

  it('are refresh tokens that are used again', async () => {
    const thief = server.browser();
    thief.cookies.set('quad_refresh', ada.cookies.get('quad_refresh') ?? '');
    for (let n = 0; n < 2; n += 1) {
      ada.cookies.delete('quad_access');
      await ada.ask('GET', '/api/session');
    }
    expect((await thief.ask('GET', '/api/session')).json.user).toBeNull();
    expect(await eventsOf('authn_token_reuse')).toMatchObject([{ level: 40, user: ada.userId }]);
    expect((await ada.ask('GET', '/api/session')).json.user).toBeNull();
  });

  it('are counted', async () => {
    const headers = { authorization: 'Bearer a-token-for-the-tests' };
    const { text } = await server.browser().ask('GET', '/metrics', { headers });
    expect(text).toContain(`quad_security_events_total{event="authn_login_fail"} ${1 + LOGIN_ACCOUNT_MAX_FAILURES}`);
    expect(text).toContain('quad_security_events_total{event="authn_token_reuse"} 1');
  });

  it('[P9] hold no address, e-mail or secret', () => {
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) expect(line).not.toMatch(/203\.0\.113\.9|@ou\.edu|wrong-secret|engine-1843|quad_/);
  });
});
