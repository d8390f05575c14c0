import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rawSocket } from '../support/rawSocket.ts';
import { type Student, signUpConfirmed } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';
import { type LookupServer, lookupServer, placed } from './lookupServer.ts';

let service: LookupServer;
let server: TestServer;
let student: Student;
beforeAll(async () => {
  service = await lookupServer();
  service.answerWith((response, address) =>
    (address === '9.9.9.0' ? placed('DE', 'Europe/Berlin') : placed('US', 'America/Chicago'))(response),
  );
  server = await testServer({ trustedProxies: 1, geo: { lookupUrl: service.url, countries: ['US'] } });
  student = await signUpConfirmed(server, 'traveller');
});
afterAll(async () => {
  await server.end();
  await service.close();
});

const HOME = '8.8.8.8';
const ABROAD = '9.9.9.9';
const sessionOf = () => [...student.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
/** Headers of a browser at an address, in a time zone. */
const from = (address: string, zone?: string) => ({
  'x-forwarded-for': address,
  cookie: `${sessionOf()}${zone === undefined ? '' : `; quad_tz=${encodeURIComponent(zone)}`}`,
});
const ask = (path: string, headers: Readonly<Record<string, string>>) => server.browser().ask('GET', path, { headers });

async function handshake(headers: ReturnType<typeof from>): Promise<string> {
  const origin = `ou.localhost:${server.port}`;
  const sent = { 'X-Forwarded-For': headers['x-forwarded-for'], Cookie: headers.cookie };
  const socket = await rawSocket(server.port, { headers: { Host: origin, Origin: `http://${origin}`, ...sent } });
  await socket.until('0{"sid"');
  socket.write('40');
  // Connected, or refused.
  await Promise.race([socket.until('40{'), socket.until('44{')]);
  const answer = socket.received();
  socket.tcp.destroy();
  return answer;
}

describe('outside of the area', () => {
  it('[GUARD-07] every page leads to /404, which itself is shown', async () => {
    for (const path of ['/', '/home', '/user_registration', '/index.html', '/INDEX.HTML', '/somebody', '/?a=b']) {
      const { status, headers } = await ask(path, from(ABROAD));
      expect([path, status, headers.location]).toEqual([path, 302, '/404']);
      expect(headers['cache-control']).toBe('no-store');
    }
    // The page of what is not there has that status, and leads nowhere.
    for (const [path, status] of [
      ['/404', 404],
      ['/health/live', 200],
    ] as const)
      expect([path, (await ask(path, from(ABROAD))).status]).toEqual([path, status]);
    expect((await ask('/home', from(HOME))).status).toBe(200);
  });

  it('[GUARD-07] [GUARD-06 in part] commands, requests and sockets are refused', async () => {
    const body = { id: randomUUID(), actor: student.userId, type: 'ChangeBio', version: 1, data: { bio: 'Abroad.' } };
    const give = (headers: ReturnType<typeof from>) => student.ask('POST', '/api/commands', { body, headers });
    const refused = await give(from(ABROAD));
    expect([refused.status, refused.json.error.code]).toEqual([403, 'OUTSIDE_AREA']);
    for (const path of ['/api/session', '/api/topics/feed:ou', '/images/posts/a/b.webp']) {
      expect([path, (await ask(path, from(ABROAD))).json.error.code]).toEqual([path, 'OUTSIDE_AREA']);
    }
    expect(await handshake(from(ABROAD))).toContain('OUTSIDE_AREA');
    expect(await handshake(from(HOME))).not.toContain('OUTSIDE_AREA');
    expect((await give(from(HOME))).json.ok).toBe(true);
  });

  it('[GUARD-07] the browser’s time zone comes with every request, and is compared with that of its address', async () => {
    expect((await ask('/home', from(HOME, 'Europe/Berlin'))).headers.location).toBe('/404');
    expect((await ask('/api/session', from(HOME, 'Europe/Berlin'))).status).toBe(403);
    expect(await handshake(from(HOME, 'Europe/Berlin'))).toContain('OUTSIDE_AREA');
    expect((await ask('/home', from(HOME, 'America/Chicago'))).status).toBe(200);
    expect((await ask('/home', { ...from(HOME), cookie: 'quad_tz=%E0%A4%A' })).status).toBe(200);
  });

  it('[GUARD-08] the link that ends mails works from everywhere, and so do the files of the client', async () => {
    expect((await ask('/api/unsubscribe/nobody', from(ABROAD))).json.error.code).toBe('NOT_FOUND');
    expect((await ask('/assets/none.js', from(ABROAD))).status).toBe(404);
  });

  it('the address is by the rule of the trusted proxies: what a browser makes up before them counts nothing', async () => {
    expect((await ask('/home', from(`${HOME}, ${ABROAD}`))).status).toBe(302);
    expect((await ask('/home', from(`${ABROAD}, ${HOME}`))).status).toBe(200);
  });
});
