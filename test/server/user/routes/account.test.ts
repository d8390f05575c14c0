import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOGIN_ACCOUNT_MAX_FAILURES } from '#server/identity/limits.ts';
import type { Browser } from '../../support/browser.ts';
import { PASSWORD, type Student, signUp } from '../../support/student.ts';
import { type TestServer, testServer } from '../../support/testServer.ts';

const NEW = 'loom-1804-jacquard';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.end());

const change = (browser: Browser, current: string, password: string, id: string = randomUUID()) =>
  browser.ask('POST', '/api/password', { body: { id, current, password } });

async function logIn({ email }: Student, password: string, host?: string): Promise<Browser | null> {
  const browser = server.browser(host);
  const { status } = await browser.ask('POST', '/api/session', { body: { email, password } });
  return status === 200 ? browser : null;
}

async function logInAgain(student: Student, host?: string): Promise<Browser> {
  const browser = await logIn(student, PASSWORD, host);
  if (browser === null) throw new Error('Logging in failed.');
  return browser;
}

const isIn = async (browser: Browser) => (await browser.ask('GET', '/api/session')).json.user !== null;
const listOf = async (browser: Browser) => (await browser.ask('GET', '/api/sessions')).json.sessions;

describe('POST /api/password', () => {
  it('[SETT-07] changes the password and ends all other sessions', async () => {
    const ada = await signUp(server, 'ada');
    const other = await logInAgain(ada);
    expect((await change(ada, PASSWORD, NEW)).status).toBe(200);
    expect([await isIn(ada), await isIn(other)]).toEqual([true, false]);
    expect(await logIn(ada, PASSWORD)).toBeNull();
    expect(await logIn(ada, NEW)).not.toBeNull();
  });

  it('[SETT-07 in part] says what is wrong in the exact words', async () => {
    const bob = await signUp(server, 'bob');
    const text = async (current: string, password: string) => (await change(bob, current, password)).json.error.text;
    expect(await text('', NEW)).toBe('Current password required');
    expect(await text(PASSWORD, '')).toBe('Please enter a new password');
    expect(await text(PASSWORD, '12345')).toBe('Passwords must be 6+ characters');
    expect(await text('engine-1844', NEW)).toBe('Invalid password.');
    expect(await logIn(bob, PASSWORD)).not.toBeNull();
  });

  it('counts wrong passwords with those of log-ins', async () => {
    const cyd = await signUp(server, 'cyd');
    for (let tries = 0; tries < LOGIN_ACCOUNT_MAX_FAILURES / 2; tries += 1) await change(cyd, 'wrong-1', NEW);
    for (let tries = 0; tries < LOGIN_ACCOUNT_MAX_FAILURES / 2; tries += 1) await logIn(cyd, 'wrong-1');
    expect((await change(cyd, PASSWORD, NEW)).json.error.code).toBe('LOGIN_LOCKED');
    expect(await logIn(cyd, PASSWORD)).toBeNull();
  });

  it('[P2] sent again after its answer was lost, changes nothing more and says the same', async () => {
    const dan = await signUp(server, 'dan');
    const id = randomUUID();
    expect((await change(dan, PASSWORD, NEW, id)).status).toBe(200);
    expect((await change(dan, PASSWORD, NEW, id)).status).toBe(200);
    expect((await change(dan, PASSWORD, 'another-1804', id)).json.error.code).toBe('COMMAND_ID_REUSED');
    expect(await logIn(dan, NEW)).not.toBeNull();
  });

  it('one of two changes at a time wins, and the other is refused', async () => {
    const eve = await signUp(server, 'eve');
    const other = await logInAgain(eve);
    const answers = await Promise.all([change(eve, PASSWORD, NEW), change(other, PASSWORD, 'another-1804')]);
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const opened = await Promise.all([logIn(eve, NEW), logIn(eve, 'another-1804')]);
    expect(opened.filter((browser) => browser !== null)).toHaveLength(1);
  });

  it('is for those who are signed in', async () => {
    expect((await change(server.browser(), PASSWORD, NEW)).status).toBe(401);
  });
});

describe('the list of sessions', () => {
  it('shows each browser: device, campus, when it began and was used, and which one asks', async () => {
    const fay = await signUp(server, 'fay');
    await logInAgain(fay, 'ut.localhost');
    const found = await listOf(fay);
    expect(found).toHaveLength(2);
    expect(found.map((each: { isThis: boolean; campus: string }) => [each.isThis, each.campus]).sort()).toEqual([
      [false, 'ut'],
      [true, 'ou'],
    ]);
    expect(Object.keys(found[0]).sort()).toEqual(['begunAt', 'campus', 'device', 'id', 'isThis', 'usedAt']);
  });

  it('ends one of one’s own at once, and none of somebody else’s', async () => {
    const [gus, hal] = [await signUp(server, 'gus'), await signUp(server, 'hal')];
    const other = await logInAgain(gus);
    const { id } = (await listOf(gus)).find(({ isThis }: { isThis: boolean }) => !isThis);
    expect((await hal.ask('DELETE', `/api/sessions/${id}`)).status).toBe(200);
    expect(await isIn(other)).toBe(true);
    expect((await gus.ask('DELETE', `/api/sessions/${id}`)).status).toBe(200);
    expect([await isIn(gus), await isIn(other)]).toEqual([true, false]);
    expect(await listOf(gus)).toHaveLength(1);
  });

  it('ends all others, and not this one', async () => {
    const ivy = await signUp(server, 'ivy');
    const others = [await logInAgain(ivy), await logInAgain(ivy)];
    expect((await ivy.ask('DELETE', '/api/sessions')).status).toBe(200);
    expect(await Promise.all([ivy, ...others].map(isIn))).toEqual([true, false, false]);
    expect((await server.browser().ask('GET', '/api/sessions')).status).toBe(401);
  });
});
