import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runPrivacy } from '#scripts/privacy.ts';
import { LINK_REQUESTS_PER_ADDRESS } from '#server/identity/limits.ts';
import type { Browser } from '../../support/browser.ts';
import { PASSWORD, signUp, signUpConfirmed } from '../../support/student.ts';
import { type TestServer, testServer } from '../../support/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  // Each browser says which network address it comes from.
  server = await testServer({ trustedProxies: 1 });
});
afterAll(async () => {
  await server.end();
});

let networks = 0;

/** A browser of a network of its own. */
function stranger(host?: string): Browser {
  const browser = server.browser(host);
  networks += 1;
  const from = { 'x-forwarded-for': `198.51.100.${networks}` };
  return {
    ...browser,
    ask: (method, path, ask = {}) => browser.ask(method, path, { ...ask, headers: { ...from, ...ask.headers } }),
  };
}

interface SeenMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

async function mailsTo(email: string): Promise<readonly SeenMail[]> {
  const answer = await server.browser().ask('GET', '/dev/mail', { headers: { accept: 'application/json' } });
  return answer.json.mails.filter(({ to }: SeenMail) => to === email);
}

/** The address in the newest mail, and its token. */
async function linkTo(email: string): Promise<{ readonly url: URL; readonly token: string }> {
  const [mail] = await mailsTo(email);
  const url = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  return { url, token: new URLSearchParams(url.hash.slice(1)).get('token') ?? '' };
}

const askFor = (email: string, by = stranger(), more = {}) =>
  by.ask('POST', '/api/sign-in-links', { body: { email, ...more } });
const press = (email: string, token: string, by = stranger(), more = {}) =>
  by.ask('POST', '/api/session/link', { body: { email, token, ...more } });
const who = async (by: Browser) => (await by.ask('GET', '/api/session')).json.user;
const refusalOf = ({ status, json }: { status: number; json: { errors?: { msg: string }[] } }) => [
  status,
  json.errors?.[0]?.msg,
];

describe('a magic link', () => {
  it('[AUTH-26] [AUTH-27] signs its owner in; its address has the e-mail, and the secret behind the #', async () => {
    const ada = await signUpConfirmed(server, 'magic.ada');
    expect((await askFor('Magic.Ada@OU.edu')).status).toBe(202);
    const { url, token } = await linkTo(ada.email);
    expect(url.origin).toMatch(/^http:\/\/ou\.localhost:\d+$/);
    expect(`${url.pathname}${url.search}`).toBe('/login/sent?email=magic.ada%40ou.edu');
    const browser = stranger();
    expect((await press(ada.email, token, browser)).json).toEqual({
      user: { id: ada.userId },
      isNew: false,
      passwordDropped: false,
    });
    expect(await who(browser)).toEqual({ id: ada.userId });
    expect(refusalOf(await press(ada.email, token))).toEqual([422, 'Failed: Wrong Email.']);
  });

  it('[AUTH-26 in part] leads to the site that asked, whatever host its headers name; so does a link to a new password', async () => {
    const own = `http://ou.localhost:${server.port}`;
    const evil = 'evil.example';
    const user = await signUpConfirmed(server, 'magic.hosts');
    const attempts: readonly Readonly<Record<string, string>>[] = [
      { 'x-forwarded-host': evil, 'x-forwarded-proto': 'https' },
      { 'x-host': evil, 'x-original-host': evil, 'x-forwarded-server': evil },
      { forwarded: `for=${evil};host=${evil};proto=https` },
      { referer: `https://${evil}/`, 'x-original-url': `https://${evil}/` },
      { host: `${evil}:80@ou.localhost:${server.port}` },
    ];
    for (const [number, headers] of attempts.entries()) {
      const email = `magic.hosts.${number}@mail.example`;
      const by = stranger();
      const asked = await by.ask('POST', '/api/sign-in-links', { body: { email }, headers });
      expect([headers, asked.status]).toEqual([headers, 202]);
      expect([headers, (await linkTo(email)).url.href]).toEqual([
        headers,
        `${own}/register?${new URLSearchParams({ email })}`,
      ]);
      await by.ask('POST', '/api/password-resets', { body: { email: user.email }, headers });
      const texts = (await mailsTo(user.email)).map(({ text, html }) => text + html);
      expect([headers, texts.filter((text) => text.includes(evil))]).toEqual([headers, []]);
    }
    expect((await linkTo(user.email)).url.href).toMatch(`${own}/forgotpassword/new?`);
  });

  it('[AUTH-27] of a hundred presses at a time one gets in, and one session begins', async () => {
    const ada = await signUpConfirmed(server, 'magic.many');
    await askFor(ada.email);
    const { token } = await linkTo(ada.email);
    const presses = Array.from({ length: 100 }, () => stranger()).map(async (by) => {
      await press(ada.email, token, by);
      return who(by);
    });
    expect((await Promise.all(presses)).filter((user) => user !== null)).toEqual([{ id: ada.userId }]);
  });

  it('[AUTH-27] the links that were mailed before it count no more, once one has signed in', async () => {
    const ada = await signUpConfirmed(server, 'magic.several');
    const tokens: string[] = [];
    // From two networks: one has to wait between two mails.
    for (const by of [stranger(), stranger()]) {
      expect((await askFor(ada.email, by)).status).toBe(202);
      tokens.push((await linkTo(ada.email)).token);
    }
    const [older = '', newer = ''] = tokens;
    expect(older).not.toBe(newer);
    expect((await press(ada.email, newer)).status).toBe(200);
    const late = stranger();
    expect(refusalOf(await press(ada.email, older, late))).toEqual([422, 'Failed: Wrong Email.']);
    expect(await who(late)).toBeNull();
  });

  it('[AUTH-27] does nothing when it is looked at, as the scanners of mailboxes do', async () => {
    const ada = await signUpConfirmed(server, 'magic.scanned');
    await askFor(ada.email);
    const { url, token } = await linkTo(ada.email);
    const scanner = stranger();
    for (const method of ['GET', 'HEAD']) {
      await scanner.ask(method, `${url.pathname}${url.search}`);
      await scanner.ask(method, `/api/session/link?email=${ada.email}&token=${token}`);
    }
    expect(await who(scanner)).toBeNull();
    expect((await press(ada.email, token)).status).toBe(200);
  });

  it('[AUTH-26] [AUTH-27] with first and last name makes an account with a confirmed address', async () => {
    const name = { first: 'Grace', last: 'Hopper' };
    await askFor('grace@navy.example', stranger(), name);
    const { url, token } = await linkTo('grace@navy.example');
    expect(url.search).toBe('?email=grace%40navy.example&first=Grace&last=Hopper');
    const browser = stranger();
    const answer = await press('grace@navy.example', token, browser, name);
    expect(answer.json).toMatchObject({ isNew: true, passwordDropped: false });
    expect(await who(browser)).toEqual({ id: answer.json.user.id });
    const login = await stranger().ask('POST', '/api/session', {
      body: { email: 'grace@navy.example', password: 'x' },
    });
    expect(refusalOf(login)).toEqual([401, 'Wrong password!']);
  });

  it('[AUTH-13] with a name that is none makes no account, and asks for no link', async () => {
    const name = { first: 'B4', last: 'Hopper' };
    expect(refusalOf(await askFor('b4@navy.example', stranger(), name))).toEqual([422, 'Your Name is Invalid.']);
    expect(await mailsTo('b4@navy.example')).toEqual([]);
  });

  it('[AUTH-27] whose name was lost on the way makes no account, and says that there is none', async () => {
    const name = { first: 'Mary', last: 'Somerville' };
    await askFor('mary@navy.example', stranger(), name);
    const { token } = await linkTo('mary@navy.example');
    const browser = stranger();
    expect(refusalOf(await press('mary@navy.example', token, browser))).toEqual([
      404,
      'There is no account with this email yet. Please sign up.',
    ]);
    expect(await who(browser)).toBeNull();
  });

  it('[AUTH-28] to an address without an account answers the same, and only its mail says so', async () => {
    expect(await askFor('nobody@mail.example')).toMatchObject({ status: 202, json: { ok: true } });
    const [mail] = await mailsTo('nobody@mail.example');
    expect(mail?.text).toContain('There is no account with it yet.');
    const { url } = await linkTo('nobody@mail.example');
    expect(`${url.pathname}${url.search}${url.hash}`).toBe('/register?email=nobody%40mail.example');
  });

  it('signs a stranger who made the account out of it: neither session nor password count any more', async () => {
    const attacker = await signUp(server, 'magic.victim');
    await askFor(attacker.email);
    const { token } = await linkTo(attacker.email);
    const owner = stranger();
    expect((await press(attacker.email, token, owner)).json).toMatchObject({ passwordDropped: true });
    expect(await who(attacker)).toBeNull();
    expect(await who(owner)).toEqual({ id: attacker.userId });
    const again = await stranger().ask('POST', '/api/session', { body: { email: attacker.email, password: PASSWORD } });
    expect(refusalOf(again)).toEqual([401, 'Wrong password!']);
  });

  it('lets the stranger who made the account not back in by the form that made it', async () => {
    const [attacker, email] = [stranger(), 'magic.replayed@ou.edu'];
    const body = { id: randomUUID(), name: 'Mallory Mallet', email, password: PASSWORD, acceptedTerms: true };
    const signUpWith = (by: Browser) => by.ask('POST', '/api/registration', { body });
    expect((await signUpWith(attacker)).status).toBe(201);
    // An answer that was lost: the same form again is the same account.
    expect((await signUpWith(attacker)).status).toBe(201);
    await askFor(email);
    expect((await press(email, (await linkTo(email)).token)).json).toMatchObject({ passwordDropped: true });
    const again = stranger();
    expect(refusalOf(await signUpWith(again))).toEqual([401, 'Wrong password!']);
    expect(await who(again)).toBeNull();
  });

  it.each([
    ['another address', (token: string) => ['eve@ou.edu', token]],
    [
      'a forged token',
      (token: string) => ['magic.foreign@ou.edu', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ],
    ['no token', () => ['magic.foreign@ou.edu', '']],
  ] as const)('[AUTH-10] with %s is refused', async (_what, wrong) => {
    if ((await mailsTo('magic.foreign@ou.edu')).length === 0) await signUpConfirmed(server, 'magic.foreign');
    await askFor('magic.foreign@ou.edu');
    const { token } = await linkTo('magic.foreign@ou.edu');
    const [email = '', used = ''] = wrong(token);
    const by = stranger();
    expect(refusalOf(await press(email, used, by))).toEqual([422, 'Failed: Wrong Email.']);
    expect(await who(by)).toBeNull();
  });

  it('goes to the site that asks, whatever the request calls its host', async () => {
    await askFor('on.ut@mail.example', stranger('ut.localhost'), { first: 'Ute', last: 'Texan' });
    const { url } = await linkTo('on.ut@mail.example');
    expect(url.hostname).toBe('ut.localhost');
    const forged = {
      headers: { host: 'evil.example', origin: 'http://evil.example' },
      body: { email: 'x@mail.example' },
    };
    expect((await stranger().ask('POST', '/api/sign-in-links', forged)).status).toBe(403);
    const foreign = { headers: { origin: 'https://evil.example' }, body: { email: 'x@mail.example' } };
    for (const path of [
      '/api/sign-in-links',
      '/api/session/link',
      '/api/password-resets',
      '/api/password-resets/use',
    ]) {
      expect((await stranger().ask('POST', path, foreign)).status).toBe(403);
    }
    expect(await mailsTo('x@mail.example')).toEqual([]);
  });

  it.each(['a@b.cd\r\nBcc: eve@evil.example', 'a@b.cd, eve@evil.example', 'a@b.cd>\r\nRCPT TO:<eve@evil.example'])(
    'is mailed to no address like %j',
    async (email) => {
      expect(refusalOf(await askFor(email))).toEqual([422, 'Invalid email address!']);
    },
  );

  it('comes again after half a minute, to one mailbox from one network', async () => {
    const by = stranger();
    expect((await askFor('again@mail.example', by)).status).toBe(202);
    expect(refusalOf(await askFor('again+tag@mail.example', by))).toEqual([
      429,
      'Please wait 30 seconds before asking for another link.',
    ]);
    expect((await askFor('other@mail.example', by)).status).toBe(202);
  });

  it('is mailed six times an hour to one mailbox, for all who ask together', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => askFor('flooded@mail.example')));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(6);
    expect(await mailsTo('flooded@mail.example')).toHaveLength(6);
  });

  it('is asked for by one network a few times a minute', async () => {
    const by = stranger();
    const asked = Array.from({ length: LINK_REQUESTS_PER_ADDRESS.burst + 5 }, (_, n) =>
      askFor(`m${n}@mail.example`, by),
    );
    const refused = (await Promise.all(asked)).filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(4);
  });
});

describe('claiming an account', () => {
  it('[AUTH-29] mails a link to the stored address, and shows it masked', async () => {
    const ada = await signUpConfirmed(server, 'claimed');
    const answer = await stranger().ask('POST', '/api/sign-in-links/claim', { body: { userId: ada.userId } });
    expect(answer).toMatchObject({ status: 202, json: { ok: true, email: 'c•••@ou.edu' } });
    expect(answer.text).not.toContain('claimed@');
    expect((await linkTo(ada.email)).url.pathname).toBe('/login/sent');
  });

  it('[AUTH-29] is not possible for members of a campus, and for nobody', async () => {
    const member = await signUpConfirmed(server, 'taken');
    await member.give('JoinWithConfirmedEmail', { campus: 'ou', email: member.email });
    for (const userId of [member.userId, randomUUID()]) {
      const answer = await stranger().ask('POST', '/api/sign-in-links/claim', { body: { userId } });
      expect(refusalOf(answer)).toEqual([404, 'That account does not exist.']);
    }
  });
});

describe('claiming an account on a private campus', () => {
  const privacy = (is: 'public' | 'private') =>
    runPrivacy('ou', is, { data: server.dataDir }, { print: () => undefined } as never);

  it('[AUTH-29] [CAMP-07 in part] says nothing of who is there, and mails nobody', async () => {
    const una = await signUpConfirmed(server, 'claimed.hidden', 'Una Under');
    const claim = () => stranger().ask('POST', '/api/sign-in-links/claim', { body: { userId: una.userId } });
    await privacy('private');
    try {
      expect(refusalOf(await claim())).toEqual([404, 'That account does not exist.']);
      expect((await mailsTo(una.email)).filter(({ text }) => text.includes('#token='))).toEqual([]);
    } finally {
      await privacy('public');
    }
    expect((await claim()).status).toBe(202);
  });
});

describe('a forgotten password', () => {
  const forgot = (email: string) => stranger().ask('POST', '/api/password-resets', { body: { email } });
  const reset = (email: string, token: string, password: string) =>
    stranger().ask('POST', '/api/password-resets/use', { body: { id: randomUUID(), email, token, password } });
  const logIn = (email: string, password: string, by = stranger()) =>
    by.ask('POST', '/api/session', { body: { email, password } });

  it('[AUTH-21] [AUTH-24] is replaced by a link: the other sessions end, the new one logs in', async () => {
    const ada = await signUpConfirmed(server, 'forgetful');
    expect((await forgot(ada.email)).status).toBe(202);
    const { url, token } = await linkTo(ada.email);
    expect(`${url.pathname}${url.search}`).toBe('/forgotpassword/new?email=forgetful%40ou.edu');
    expect((await reset(ada.email, token, 'a-better-word')).status).toBe(200);
    expect(await who(ada)).toBeNull();
    expect((await logIn(ada.email, 'a-better-word')).status).toBe(200);
    expect(refusalOf(await logIn(ada.email, PASSWORD))).toEqual([401, 'Wrong password!']);
    expect(refusalOf(await reset(ada.email, token, 'of-somebody-else'))).toEqual([422, 'Failed: Wrong Email.']);
  });

  it('[AUTH-23] of nobody is said so', async () => {
    expect(refusalOf(await forgot('unknown@ou.edu'))).toEqual([404, 'User not found, try again!']);
  });

  it('a log-in with the former password that is under way ends without a session', async () => {
    const ada = await signUpConfirmed(server, 'racing');
    await forgot(ada.email);
    const { token } = await linkTo(ada.email);
    const browsers = Array.from({ length: 20 }, () => stranger());
    const [done] = await Promise.all([
      reset(ada.email, token, 'a-better-word'),
      ...browsers.map((by) => logIn(ada.email, PASSWORD, by)),
    ]);
    expect(done.status).toBe(200);
    expect(await Promise.all(browsers.map(who))).toEqual(browsers.map(() => null));
  });
});

it('[AUTH-28] a mail that is not taken is said so', async () => {
  // A real fault: a file in the place of the folder of mails.
  const folder = join(server.dataDir, 'mail');
  renameSync(folder, `${folder}-away`);
  writeFileSync(folder, '');
  try {
    expect(refusalOf(await askFor('lost@mail.example'))).toEqual([503, 'An unknown error has occurred']);
  } finally {
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
  }
  expect((await askFor('lost@mail.example')).status).toBe(202);
});

describe('asking for a link', () => {
  it('does the same for an address with and without an account: nobody can time who is here', async () => {
    const ada = await signUpConfirmed(server, 'timed');
    const [known, unknown] = [await askFor(ada.email), await askFor('timed.nobody@mail.example')];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    // One mail each, and a link is drawn for both; only the mail of the account has it.
    expect((await mailsTo(ada.email)).filter(({ text }) => text.includes('#token='))).toHaveLength(1);
    const [mail] = await mailsTo('timed.nobody@mail.example');
    expect(mail?.text).not.toContain('token');
  });
});
