import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reactorDeclarations } from '#server/nouns.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(async () => {
  await server.end();
});

const BOOT = /<script type="application\/json" id="quad-boot">(.*?)<\/script>/;
const page = (host: string, path = '/') => server.browser(host).ask('GET', path);

describe('the page', () => {
  it.each([
    ['[CAMP-01] the campus of the host', 'ut.localhost', 'UT · Quad', '"id":"ut"'],
    ['[CAMP-02] OU on an unknown host', 'somewhere.example', 'OU · Quad', '"id":"ou"'],
    ['[CAMP-02] OU on an address', '127.0.0.1', 'OU · Quad', '"id":"ou"'],
  ])('[SHEL-17] has title, colour and description of %s', async (_name, host, title, boot) => {
    const { text, headers } = await page(host);
    expect(text).toContain(`<title>${title}</title>`);
    expect(text).toContain(boot);
    expect(text).toMatch(/<meta name="theme-color" media="\(prefers-color-scheme: light\)" content="#[0-9a-f]{6}">/);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: expect.stringMatching(/\bHost\b/) });
  });

  it('[CAMP-01] names the campus of the host in the session too', async () => {
    expect((await page('ut.localhost', '/api/session')).json.campus).toBe('ut');
  });

  it('is the same at every address of the client, except for the data of the first view', async () => {
    const frame = (text: string) => text.replace(BOOT, '');
    const home = await page('ou.localhost');
    for (const path of ['/home', '/settings/terms', '/search', '/post/x', '/someone', '/404', '/index.html']) {
      const answer = await page('ou.localhost', path);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(frame(answer.text)).toBe(frame(home.text));
    }
  });

  it('has the status of what its address names: a search engine keeps no page of what is not there', async () => {
    const statusOf = async (path: string) => [path, (await page('ou.localhost', path)).status];
    for (const path of ['/', '/home', '/media', '/settings/terms', '/search?q=lamp', '/index.html']) {
      expect(await statusOf(path)).toEqual([path, 200]);
    }
    const nobody = ['/404', '/post/x', `/post/${randomUUID()}`, `/media/${randomUUID()}`, '/someone', '/no/such/page'];
    for (const path of [...nobody, '/trust_and_safety', '/%2e']) expect(await statusOf(path)).toEqual([path, 404]);
  });

  it('[SHEL-17 in part] has a shell that a browser may keep: the page of the campus without anybody’s data', async () => {
    const template = readFileSync(join(import.meta.dirname, '..', 'support', 'client', 'index.html'));
    const release = createHash('sha256').update(template).digest('hex').slice(0, 16);
    const { text, headers } = await page('ut.localhost', `/shell.html?release=${release}`);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'quad-site': 'yes' });
    expect(text).toContain('<title>UT · Quad</title>');
    const boot = JSON.parse(BOOT.exec(text)?.[1] ?? '{}');
    expect(boot).toEqual({ isShell: true, campus: { id: 'ut', name: 'UT' } });
    // Of another release, whose code this browser does not keep.
    expect((await page('ut.localhost', '/shell.html?release=0123456789abcdef')).status).toBe(404);
    for (const path of ['/home', '/dev/mail', '/api/nothing']) {
      expect([path, (await page('ut.localhost', path)).headers['quad-site']]).toEqual([path, 'yes']);
    }
  });

  it('[SHEL-17 in part] can be put among a device’s apps, in the name, colour and mark of its campus', async () => {
    const { json, headers } = await page('ut.localhost', '/site.webmanifest');
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(json).toMatchObject({ name: 'UT Quad', start_url: '/home', display: 'standalone' });
    const icon = await page('ut.localhost', '/icon.svg');
    expect(icon.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(icon.text).toContain(`fill="${json.theme_color}"`);
  });

  it('keeps hashed files for good', async () => {
    const { status, headers } = await page('ou.localhost', '/assets/main-abc123.js');
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  });

  it('compresses what is worth it, for those who take it', async () => {
    const path = '/assets/long-abc123.js';
    const plain = await page('ou.localhost', path);
    const packed = await server.browser('ou.localhost').ask('GET', path, { headers: { 'accept-encoding': 'br' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.bytes).toString('utf8')).toBe(plain.text);
    expect(packed.bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 2);
  });
});

describe('headers', () => {
  it('let no foreign script run, no page frame us, no type be guessed', async () => {
    const { headers } = await page('ou.localhost');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe|default-src[^;]*(\*|unsafe)/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    expect(headers['permissions-policy']).toContain('camera=(), ');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the path of the sockets', () => {
  const asked = (headers: Record<string, string>, query = 'EIO=4&transport=websocket') =>
    server.browser().ask('GET', `/socket.io/?${query}`, { headers });
  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };

  it.each([
    ['no WebSocket', 400, 'REQUEST_INVALID', () => asked({})],
    ['long polling', 400, 'REQUEST_INVALID', () => asked({}, 'EIO=4&transport=polling')],
    ['a broken handshake', 400, 'REQUEST_INVALID', () => asked({ ...handshake, 'sec-websocket-key': 'x' })],
    ['another origin', 403, 'ORIGIN_REFUSED', () => asked({ ...handshake, origin: 'https://evil.example' })],
    [
      'another campus',
      403,
      'ORIGIN_REFUSED',
      () => asked({ ...handshake, origin: `http://ut.localhost:${server.port}` }),
    ],
  ])('answers %s like every other request, with its headers', async (_name, status, code, ask) => {
    const answer = await ask();
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
    expect(answer.headers['permissions-policy']).toContain('microphone=()');
  });
});

describe('origins', () => {
  const post = (origin: string | undefined, host = 'ou.localhost') => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (origin !== undefined) headers.origin = origin;
    return server.browser(host).ask('POST', '/api/session', { raw: Buffer.from('{}'), headers });
  };
  const own = () => `http://ou.localhost:${server.port}`;

  it('lets our own page in', async () => {
    expect((await post(own())).json.error.code).toBe('LOGIN_INVALID');
  });

  it.each([
    ['another site', () => 'https://evil.example'],
    ['another campus', () => `http://ut.localhost:${server.port}`],
    ['another port', () => 'http://ou.localhost:1'],
    ['another scheme', () => `https://ou.localhost:${server.port}`],
    ['an opaque origin', () => 'null'],
    ['an origin that only begins like ours', () => `${own()}.evil.example`],
    ['an empty origin', () => ''],
  ])('refuses %s', async (_name, origin) => {
    const answer = await post(origin());
    expect([answer.status, answer.json.error.code]).toEqual([403, 'ORIGIN_REFUSED']);
  });

  it('refuses a foreign name that points at us, although host and origin agree', async () => {
    expect((await post(`http://evil.example:${server.port}`, 'evil.example')).status).toBe(403);
  });
});

describe('mailbox', () => {
  it('is a page that renews itself, and JSON for programs', async () => {
    const { text, status } = await page('ou.localhost', '/dev/mail');
    expect(status).toBe(200);
    expect(text).toContain('http-equiv="refresh"');
    expect((await page('ou.localhost', '/dev/mail/nothing')).status).toBe(404);
  });
});

describe('health', () => {
  it('says that the process lives and that it is ready, part by part', async () => {
    expect((await page('ou.localhost', '/health/live')).json).toEqual({ live: true });
    const ready = await page('ou.localhost', '/health/ready');
    expect([ready.status, ready.json.ready]).toEqual([200, true]);
    expect(Object.keys(ready.json.parts)).toEqual([
      'log',
      'vault',
      'projector',
      'media',
      'personal data',
      'parked events',
      'search',
      ...reactorDeclarations.map(([name]) => `reactor:${name}`),
    ]);
  });
});
