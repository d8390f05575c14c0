import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callControl } from '#server/roles/control.ts';
import type { Browser } from '../support/browser.ts';
import { controlOf } from '../support/control.ts';
import { eventually, PASSWORD, type Student, signUp, signUpConfirmed } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let confirmed: Student;
beforeAll(async () => {
  server = await testServer();
  confirmed = await signUpConfirmed(server, 'ada');
});
afterAll(() => server.end());

const answerTo = async (browser: Browser, path: string) => {
  const { status, headers } = await browser.ask('GET', path);
  return status === 302 ? headers.location : status;
};

describe('a request for a page', () => {
  it('[SHEL-06] [GUARD-14 in part] [VERF-09 in part] of a visitor is led on by the server', async () => {
    const visitor = server.browser();
    for (const path of ['/saved', '/saved/?tab=1', '/profile/set-up', '/settings/account/email', '/logout'])
      expect([path, await answerTo(visitor, path)]).toEqual([path, '/']);
    expect(await answerTo(visitor, '/profile/edit')).toBe('/login');
    expect(await answerTo(visitor, '/verify')).toBe('/user_registration');
    expect(await answerTo(visitor, '/moderation')).toBe('/404');
    for (const path of ['/home', '/login', '/settings'])
      expect([path, await answerTo(visitor, path)]).toEqual([path, 200]);
    for (const path of ['/maya', '//evil.example/saved'])
      expect([path, await answerTo(visitor, path)]).toEqual([path, 404]);
    expect((await visitor.ask('GET', '/saved')).headers['cache-control']).toBe('no-store');
  });

  it('[PROF-12 in part] [VERF-17 in part] to search, of somebody without a school, leads to the school page, on the generic site not (Q05)', async () => {
    expect(await answerTo(confirmed, '/search?q=lamp')).toBe(
      '/settings/account/school_email?wanted=%2Fsearch%3Fq%3Dlamp',
    );
    const generic = server.browser('campus.localhost');
    const form = { email: confirmed.email, password: PASSWORD };
    expect((await generic.ask('POST', '/api/session', { body: form })).status).toBe(200);
    expect(await answerTo(generic, '/search?q=lamp')).toBe(200);
    const member = await signUpConfirmed(server, 'member');
    expect(await member.give('JoinWithConfirmedEmail', { campus: 'ou', email: member.email })).toMatchObject({
      ok: true,
    });
    await eventually(async () => (await answerTo(member, '/search?q=lamp')) === 200);
  });

  it('of a user is answered with the page, and of a moderator with the console', async () => {
    const fresh = await signUp(server, 'fresh');
    expect(await answerTo(fresh, '/saved')).toBe(200);
    expect(await answerTo(confirmed, '/saved')).toBe(200);
    expect(await answerTo(confirmed, '/moderation/bans')).toBe('/404');
    const control = await controlOf(server.dataDir);
    await callControl(control, 'moderator', { email: confirmed.email, remove: false });
    await eventually(async () => (await answerTo(confirmed, '/moderation/bans')) === 200);
  });
});
