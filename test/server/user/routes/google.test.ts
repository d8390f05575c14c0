import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rejectionText } from '#domain/registry.ts';
import { GOOGLE_ATTEMPT_SECONDS } from '#server/identity/google/limits.ts';
import { callControl } from '#server/roles/control.ts';
import { type OpenIdProvider, startOpenIdProvider } from '#test/doubles/openid/provider.ts';
import { visitProvider } from '#test/doubles/openid/visit.ts';
import type { Browser } from '../../support/browser.ts';
import { controlOf } from '../../support/control.ts';
import { picture } from '../../support/pictures.ts';
import { eventually, PASSWORD, signUp, signUpConfirmed, signUpMember } from '../../support/student.ts';
import { type TestServer, testServer } from '../../support/testServer.ts';

let google: OpenIdProvider;
let server: TestServer;

beforeAll(async () => {
  google = await startOpenIdProvider();
  server = await testServer({ google: google.config });
});
afterAll(async () => {
  await server?.end();
  await google?.close();
});

/** Begins a sign-in; the address of Google's page. */
async function begin(browser: Browser): Promise<string> {
  const answer = await browser.ask('POST', '/api/google', { body: { popup: true } });
  expect(answer.status).toBe(200);
  return answer.json.url;
}

/** Comes back from Google; the page that is led to. */
async function leadBack(browser: Browser, callback: URL): Promise<URL> {
  const answer = await browser.ask('GET', callback.pathname + callback.search);
  expect(answer.status).toBe(303);
  const page = new URL(answer.headers.location ?? '', 'http://ou.localhost');
  expect(page.pathname).toBe('/login/google');
  return page;
}

/** The same: the code of the problem, `null` when it went well. */
const comeBack = async (browser: Browser, callback: URL) =>
  (await leadBack(browser, callback)).searchParams.get('problem');

/** The whole way, as the holder of a Google account. */
async function signIn(browser: Browser, answer: Parameters<typeof visitProvider>[1]): Promise<string | null> {
  return comeBack(browser, await visitProvider(await begin(browser), answer));
}

async function whoIs(browser: Browser): Promise<string | null> {
  return (await browser.ask('GET', '/api/session')).json.user?.id ?? null;
}

/** A document of the account at this browser, once it is as expected. */
async function ownDocument(browser: Browser, collection: string, field: string, value: unknown) {
  const userId = await whoIs(browser);
  const topic = collection === 'accounts' ? `me:${userId}` : `person:${userId}`;
  return eventually(async () => {
    const { documents } = (await browser.ask('GET', `/api/topics/${topic}`)).json;
    const found = documents?.find((each: { collection: string }) => each.collection === collection)?.doc;
    return found?.[field] === value && found;
  });
}

let count = 0;
/** A Google account of somebody new. */
function somebody(claims: { name?: string; email?: string; email_verified?: boolean; hd?: string } = {}) {
  count += 1;
  const id = `11016948447438627633${count}`;
  const email = claims.email ?? `person${count}@gmail.com`;
  google.accounts.set(id, { name: 'Ada Lovelace', email_verified: true, ...claims, email });
  return { as: id, email };
}

describe('signing in with Google', () => {
  it('is offered only where it is configured', async () => {
    expect((await server.browser().ask('GET', '/api/session')).json.google).toBe(true);
    const without = await testServer();
    expect((await without.browser().ask('GET', '/api/session')).json.google).toBe(false);
    expect((await without.browser().ask('POST', '/api/google', { body: { popup: true } })).status).toBe(404);
    await without.end();
  });

  it('[AUTH-17] [AUTH-18] makes a verified account, and opens the same one the next time', async () => {
    const browser = server.browser();
    const ada = somebody({ name: 'Ada King-Noel Lovelace' });
    expect(await signIn(browser, ada)).toBeNull();
    const person = await ownDocument(browser, 'people', 'verified', true);
    expect(person).toMatchObject({ firstName: 'Ada', lastName: 'L.', username: 'adalovelace' });
    const account = await ownDocument(browser, 'accounts', 'verified', true);
    expect(account).toMatchObject({ email: ada.email, hasGoogle: true, hasPassword: false, emailCode: null });

    // The address may have changed at Google since: its id counts.
    google.accounts.set(ada.as, { name: 'Ada', email: 'ada.king@gmail.com', email_verified: true });
    const other = server.browser();
    expect(await signIn(other, ada)).toBeNull();
    expect(await whoIs(other)).toBe(await whoIs(browser));
  });

  it('[AUTH-16] counts on where the user name is taken', async () => {
    const browser = server.browser();
    await signIn(browser, somebody({ name: 'Grace Hopper' }));
    const other = server.browser();
    await signIn(other, somebody({ name: 'Grace Hopper' }));
    expect(await ownDocument(other, 'people', 'username', 'gracehopper-2')).toBeTruthy();
  });

  it('an account without a password gets no other way in by a stolen session alone', async () => {
    const browser = server.browser();
    await signIn(browser, somebody());
    const fresh = browser.cookies.get('quad_fresh') ?? '';
    browser.cookies.delete('quad_fresh');
    const begin = () => browser.ask('POST', '/api/passkeys/new', { body: { current: '' } });
    const setPassword = () =>
      browser.ask('POST', '/api/password', { body: { id: randomUUID(), current: '', password: PASSWORD } });
    expect((await begin()).json.error.code).toBe('SIGN_IN_AGAIN');
    expect((await setPassword()).json.error.code).toBe('SIGN_IN_AGAIN');
    browser.cookies.set('quad_fresh', fresh);
    expect((await begin()).status).toBe(200);
    expect((await setPassword()).status).toBe(200);
  });

  it('opens the account that has the same confirmed address, which keeps its password', async () => {
    const student = await signUpConfirmed(server, 'linked');
    const browser = server.browser();
    expect(await signIn(browser, somebody({ email: 'Linked@OU.edu', hd: 'ou.edu' }))).toBeNull();
    expect(await whoIs(browser)).toBe(student.userId);
    expect(await ownDocument(browser, 'accounts', 'hasGoogle', true)).toMatchObject({ hasPassword: true });
    const body = { email: student.email, password: PASSWORD };
    expect((await server.browser().ask('POST', '/api/session', { body })).status).toBe(200);
  });

  it('is unlinked by the password, which ends other sessions, and linked again by the same address', async () => {
    const browser = server.browser();
    const grace = somebody();
    await signIn(browser, grace);
    const account = await whoIs(browser);
    const unlink = (current: string) =>
      browser.ask('POST', '/api/google/removal', { body: { id: randomUUID(), current } });
    expect((await unlink('')).json.error.code).toBe('GOOGLE_ONLY_WAY_IN');
    const first = { id: randomUUID(), current: '', password: PASSWORD };
    expect((await browser.ask('POST', '/api/password', { body: first })).status).toBe(200);
    expect((await unlink('')).json.error.code).toBe('PASSWORD_CURRENT_REQUIRED');
    expect((await unlink('wrong horse 1')).json.error.code).toBe('PASSWORD_CURRENT_WRONG');
    expect(await ownDocument(browser, 'accounts', 'hasPassword', true)).toMatchObject({ hasGoogle: true });
    const elsewhere = server.browser();
    await signIn(elsewhere, grace);
    expect(await whoIs(elsewhere)).toBe(account);
    expect((await unlink(PASSWORD)).status).toBe(200);
    expect([await whoIs(browser), await whoIs(elsewhere)]).toEqual([account, null]);
    expect(await ownDocument(browser, 'accounts', 'hasGoogle', false)).toMatchObject({ hasPassword: true });
    const visitor = server.browser();
    expect((await visitor.ask('POST', '/api/google/removal', { body: { id: randomUUID(), current: '' } })).status).toBe(
      401,
    );
    expect(await signIn(visitor, grace)).toBeNull();
    expect(await whoIs(visitor)).toBe(account);
    expect(await ownDocument(visitor, 'accounts', 'hasGoogle', true)).toMatchObject({ hasPassword: true });
  });

  it('an account that never confirmed the address loses it at once, with its password and sessions', async () => {
    const stranger = await signUp(server, 'victim');
    const browser = server.browser();
    expect(await signIn(browser, somebody({ email: 'victim@ou.edu', hd: 'ou.edu' }))).toBeNull();
    expect(await whoIs(browser)).not.toBe(stranger.userId);
    await eventually(async () => (await whoIs(stranger)) === null);
    const body = { email: 'victim@ou.edu', password: PASSWORD };
    expect((await server.browser().ask('POST', '/api/session', { body })).status).toBe(401);
  });

  it('several ways of one person at once make one account', async () => {
    const ada = somebody();
    const browsers = Array.from({ length: 6 }, () => server.browser());
    const problems = await Promise.all(browsers.map((browser) => signIn(browser, ada)));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
    expect(new Set(await Promise.all(browsers.map(whoIs))).size).toBe(1);
  });
});

describe('a sign-in with Google that fails', () => {
  const text = (code: string | null) => rejectionText({ code: code ?? '', data: {} });

  it.each([
    ['access_denied', 'Error: Sign-in process was canceled'],
    ['login_required', 'Error: Incorrect password'],
    ['temporarily_unavailable', 'Error Signing In with Google.'],
    ['unmet_authentication_requirements', 'Unknown Error Signing In with Google'],
  ])('[AUTH-19 in part] Google answers %s: "%s"', async (error, words) => {
    const browser = server.browser();
    expect(text(await signIn(browser, { error }))).toBe(words);
    expect(await whoIs(browser)).toBeNull();
  });

  it.each([
    ['no address', { email: '' }],
    ['an address that it has not confirmed', { email_verified: false }],
    ['an address of which it is not the authority', { email: 'recycled@ou.edu' }],
    ['an address that we do not take', { email: 'ada@localhost', hd: 'localhost' }],
  ])('[AUTH-19 in part] Google names %s: "Error: User email not found"', async (_what, claims) => {
    const browser = server.browser();
    expect(text(await signIn(browser, somebody(claims)))).toBe('Error: User email not found');
    expect(await whoIs(browser)).toBeNull();
  });

  it('[AUTH-19 in part] another Google account has the address: "Error: Account already exists with different credentials"', async () => {
    const { email } = somebody();
    expect(await signIn(server.browser(), somebody({ email }))).toBeNull();
    const problem = await signIn(server.browser(), somebody({ email }));
    expect(text(problem)).toBe('Error: Account already exists with different credentials');
  });

  it('[AUTH-19 in part] takes only the answer to its own question: "Error: Invalid credentials"', async () => {
    const [eve, ada] = [server.browser(), server.browser()];
    const eves = await visitProvider(await begin(eve), somebody());
    // Somebody else's answer, in a browser that has begun nothing, or something else.
    expect(text(await comeBack(server.browser(), eves))).toBe('Error: Invalid credentials');
    await begin(ada);
    expect(text(await comeBack(ada, eves))).toBe('Error: Invalid credentials');
    expect(await whoIs(ada)).toBeNull();
    // The same answer twice.
    expect(await comeBack(eve, eves)).toBeNull();
    const again = server.browser();
    const answer = await visitProvider(await begin(again), somebody());
    const [cookie = ['', '']] = [...again.cookies];
    expect(await comeBack(again, answer)).toBeNull();
    again.cookies.set(...cookie);
    expect(text(await comeBack(again, answer))).toBe('Error: Invalid credentials');
  });

  it('[AUTH-20] a banned account: "Account has been banned."', async () => {
    const moderator = await signUpMember(server, 'mo', await picture(40, 40));
    await callControl(await controlOf(server.dataDir), 'moderator', { email: moderator.email, remove: false });
    const bob = await signUpConfirmed(server, 'bob');
    const bobs = somebody({ email: bob.email, hd: 'ou.edu' });
    expect(await signIn(server.browser(), bobs)).toBeNull();
    const ban = { userId: bob.userId, reason: 'scam', note: '', about: bob.userId };
    expect(await moderator.give('BanPerson', ban)).toMatchObject({ ok: true });
    const browser = server.browser();
    expect(text(await signIn(browser, bobs))).toBe('Account has been banned.');
    const again = await leadBack(browser, await visitProvider(await begin(browser), bobs));
    // Behind the address, where no log of a proxy has it.
    expect([again.hash, again.search.includes('scam')]).toEqual(['#reason=scam', false]);
    expect(await whoIs(browser)).toBeNull();
  });

  it('a forged attempt begins nothing', async () => {
    const browser = server.browser();
    const answer = await visitProvider(await begin(browser), somebody());
    for (const [name, value] of browser.cookies) browser.cookies.set(name, `${value.slice(0, -3)}abc`);
    expect(await comeBack(browser, answer)).toBe('GOOGLE_INVALID');
  });

  it('[AUTH-19 in part] Google is out of reach: "Error Signing In with Google."', async () => {
    const gone = await startOpenIdProvider();
    await gone.close();
    const without = await testServer({ google: gone.config });
    const answer = await without.browser().ask('POST', '/api/google', { body: { popup: false } });
    expect(answer.json.error.text).toBe('Error Signing In with Google.');
    await without.end();
  });

  it('is begun by our own pages alone', async () => {
    const answer = await server.browser().ask('POST', '/api/google', {
      body: { popup: true },
      headers: { origin: 'https://eve.example' },
    });
    expect([answer.status, answer.json.error.code]).toEqual([403, 'ORIGIN_REFUSED']);
  });

  it('its cookie is for this host and no script, and ends with the attempt', async () => {
    const answer = await server.browser().ask('POST', '/api/google', { body: { popup: true } });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^quad_google=[\\w.-]+; Path=/; Max-Age=${GOOGLE_ATTEMPT_SECONDS}; HttpOnly; SameSite=Lax$`),
    );
  });
});
