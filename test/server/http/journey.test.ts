import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { picture } from '../support/pictures.ts';
import {
  eventually,
  mailedCode,
  PASSWORD,
  type Student,
  signUp,
  signUpConfirmed,
  signUpMember,
  written,
} from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(async () => {
  await server.end();
});

const feed = async (student: Student, notBefore: string) =>
  (await student.ask('GET', `/api/topics/feed:ou?notBefore=${notBefore}`)).json;

describe('from nothing to the first post, over HTTP', () => {
  it('[AUTH-15] signs up and in; [AUTH-31] logs out and in again', async () => {
    const ada = await signUp(server, 'journey');
    expect((await ada.ask('GET', '/api/session')).json).toEqual({
      user: { id: ada.userId },
      campus: 'ou',
      mailbox: '/dev/mail',
      google: false,
      payments: true,
    });
    expect((await ada.ask('DELETE', '/api/session')).status).toBe(200);
    expect((await ada.ask('GET', '/api/session')).json.user).toBeNull();
    const answer = await ada.ask('POST', '/api/session', { body: { email: ada.email, password: PASSWORD } });
    expect(answer.json).toEqual({ user: { id: ada.userId } });
    expect((await ada.ask('GET', '/api/session')).json.user).toEqual({ id: ada.userId });
  });

  it('[AUTH-31] a stolen cookie is of no use once its session has ended', async () => {
    const ada = await signUp(server, 'stolen');
    const thief = server.browser();
    for (const [name, value] of ada.cookies) thief.cookies.set(name, value);
    await ada.ask('DELETE', '/api/session');
    expect((await thief.ask('GET', '/api/session')).json.user).toBeNull();
  });

  it('[AUTH-31] a new log-in or sign-up in a browser ends the session that it had there', async () => {
    const ada = await signUp(server, 'replaced');
    const thief = server.browser();
    for (const [name, value] of ada.cookies) thief.cookies.set(name, value);
    await ada.ask('POST', '/api/session', { body: { email: ada.email, password: PASSWORD } });
    expect((await thief.ask('GET', '/api/session')).json.user).toBeNull();
    for (const [name, value] of ada.cookies) thief.cookies.set(name, value);
    const form = { id: randomUUID(), email: 'bob.replaced@ou.edu', name: 'Bob Stone', password: PASSWORD };
    await ada.ask('POST', '/api/registration', { body: { ...form, acceptedTerms: true } });
    expect((await thief.ask('GET', '/api/session')).json.user).toBeNull();
    expect((await ada.ask('GET', '/api/session')).json.user).not.toBeNull();
  });

  it('all requests go on that a browser sends at once when its access token has run out', async () => {
    const ada = await signUp(server, 'tabs');
    ada.cookies.delete('quad_access');
    const answers = await Promise.all(Array.from({ length: 12 }, () => ada.ask('GET', '/api/session')));
    expect(answers.map(({ json }) => json.user?.id)).toEqual(answers.map(() => ada.userId));
    ada.cookies.delete('quad_access');
    expect((await ada.ask('GET', '/api/session')).json.user).toEqual({ id: ada.userId });
  });

  it('[VERF-07] [VERF-08] mails a code whose subject says what it is, and says when it was sent', async () => {
    const ada = await signUp(server, 'mailed');
    const code = await mailedCode(ada, ada.email);
    const mails = (await ada.ask('GET', '/dev/mail', { headers: { accept: 'application/json' } })).json.mails;
    const mail = mails.find(({ to }: { to: string }) => to === ada.email);
    expect(mail.subject).toBe(`${code} is your OU verification code`);
    expect(mail.html).toContain(code);
    const account = await eventually(async () => {
      const { documents } = (await ada.ask('GET', `/api/topics/me:${ada.userId}`)).json;
      const { doc } = documents.find(({ collection }: { collection: string }) => collection === 'accounts');
      return doc.emailCode.state === 'sent' && doc;
    });
    expect(account.verified).toBe(false);
  });

  it('[VERF-05] [VERF-12] [VERF-13] [VERF-14] [VERF-16] confirms the address, joins, is welcomed and counted', async () => {
    const ada = await signUpConfirmed(server, 'joins');
    const school = 'joins.school@ou.edu';
    expect((await ada.give('RequestSchoolCode', { campus: 'ou', email: school })).ok).toBe(true);
    const body = { id: randomUUID(), code: await mailedCode(ada, school), email: school, campus: 'ou' };
    const joined = await ada.ask('POST', '/api/school-verification', { body });
    expect(joined.status).toBe(200);
    const banner = await eventually(async () => {
      const { documents } = await feed(ada, joined.json.position);
      return documents.find((each: { doc: Record<string, unknown> }) => {
        return each.doc?.kind === 'new user' && each.doc.author === ada.userId;
      });
    });
    expect(banner.doc).toMatchObject({ campus: 'ou', imageCount: 0 });
    const { documents } = (await ada.ask('GET', `/api/topics/campus:ou?notBefore=${joined.json.position}`)).json;
    expect(documents[0].doc.members).toBeGreaterThanOrEqual(1);
  });

  it('[VERF-19 in part] is mailed no code to another address by a stolen session alone', async () => {
    const ada = await signUpConfirmed(server, 'robbed');
    const thief = server.browser();
    // The proof of the sign-in lies in a cookie of its own, for ten minutes.
    for (const [name, value] of ada.cookies) if (!name.endsWith('quad_fresh')) thief.cookies.set(name, value);
    expect(thief.cookies.size).toBe(ada.cookies.size - 1);
    const email = 'thief@mail.example';
    const ask = (browser: typeof thief, password: string | null) =>
      browser.ask('POST', '/api/email-change/code', { body: { id: randomUUID(), email, password } });
    expect((await ask(thief, null)).json.error.code).toBe('SIGN_IN_AGAIN');
    expect((await ask(thief, 'a guess 12345')).json.error.text).toBe('Wrong password!');
    const command = { id: randomUUID(), actor: ada.userId, type: 'RequestEmailChange', version: 1, data: { email } };
    const given = await thief.ask('POST', '/api/commands', { body: command });
    expect(given.json.ok).toBe(false);
    const mails = async () => (await ada.ask('GET', '/dev/mail', { headers: { accept: 'application/json' } })).text;
    expect(await mails()).not.toContain(email);
    expect((await ask(thief, PASSWORD)).status).toBe(200);
    await eventually(async () => (await mails()).includes(email));
    // The mail is asked for again: the proof was given, and the wait counts.
    expect((await ask(thief, null)).json.error.code).not.toBe('SIGN_IN_AGAIN');
  });

  it('[VERF-19] [SETT-08 in part] gets another address by a code to it, mails the old one, and logs in with it', async () => {
    const ada = await signUpConfirmed(server, 'moves');
    const bob = await signUpConfirmed(server, 'stays');
    const email = 'ada.moved@mail.example';
    const ask = (address: string, password: string | null = null) =>
      ada.ask('POST', '/api/email-change/code', { body: { id: randomUUID(), email: address, password } });
    expect((await ask(bob.email.toUpperCase())).json.error.text).toBe('That email is taken.');
    // A stranger has registered the address, and never confirmed it: that holds it against nobody who can.
    expect((await ask(email)).status).toBe(200);
    const code = await mailedCode(ada, email);
    const change = (by: typeof ada, body: object) => by.ask('POST', '/api/email-change', { body });
    expect((await change(bob, { id: randomUUID(), code, email })).json.error.code).toBe('CODE_WRONG');
    expect((await change(ada, { id: randomUUID(), code, email: 'ada@other.example' })).json.error.code).toBe(
      'CODE_WRONG',
    );
    const body = { email, name: 'Squat Ter', password: 'correct horse 1', acceptedTerms: true };
    expect(
      (await server.browser().ask('POST', '/api/registration', { body: { id: randomUUID(), ...body } })).status,
    ).toBe(201);
    const answer = { id: randomUUID(), code, email };
    expect((await change(ada, answer)).status).toBe(200);
    expect((await change(ada, answer)).status).toBe(200);
    expect((await change(ada, { ...answer, id: randomUUID() })).json.error.code).toBe('CODE_WRONG');
    const notice = await eventually(async () => {
      const { mails } = (await ada.ask('GET', '/dev/mail', { headers: { accept: 'application/json' } })).json;
      return mails.find(
        ({ to, subject }: { to: string; subject: string }) => to === ada.email && /was changed$/.test(subject),
      );
    });
    expect(notice.text).not.toContain(email);
    const login = (as: string) =>
      server.browser().ask('POST', '/api/session', { body: { email: as, password: PASSWORD } });
    expect((await login(email)).json.user).toEqual({ id: ada.userId });
    expect((await login(ada.email)).status).toBe(401);
  });

  it('[SETT-06] [PROF-01 in part] gets another user name, at which the profile is from then on, and no longer at the one before', async () => {
    const ada = await signUpConfirmed(server, 'renames');
    const found = (name: string) => ada.ask('GET', `/api/people/by-username/${name}`);
    const { documents } = (await ada.ask('GET', `/api/topics/person:${ada.userId}`)).json;
    const before = documents.find(({ collection }: { collection: string }) => collection === 'people').doc.username;
    expect((await found(before)).json).toEqual({ id: ada.userId });
    expect((await ada.give('ChangeUsername', { username: 'Countess-Of-L' })).ok).toBe(true);
    await eventually(async () => (await found('countess-of-l')).json.id === ada.userId);
    // In any case (PROF-01).
    expect((await found('COUNTESS-of-L')).json).toEqual({ id: ada.userId });
    expect((await found(before)).status).toBe(404);
    const bob = await signUpConfirmed(server, 'wants');
    expect((await bob.give('ChangeUsername', { username: 'countess-of-L' })).refusal.text).toBe(
      'That username has been taken.',
    );
    expect((await bob.give('ChangeUsername', { username: before })).ok).toBe(true);
    await eventually(async () => (await found(before)).json.id === bob.userId);
    // Many want one name at once: one gets it.
    const all = await Promise.all(
      [ada, bob].flatMap((each) => [1, 2, 3].map(() => each.give('ChangeUsername', { username: 'the-one' }))),
    );
    expect(new Set(all.map((each) => each.ok)).size).toBe(2);
  });

  it('[POST-25] [POST-16] [DATA-14] posts with a picture, once, however often it is sent', async () => {
    const ada = await signUpMember(server, 'posts', await picture(60, 60));
    const id = randomUUID();
    const postId = newId(effectiveCommandId(ada.userId, id), 0);
    const upload = await ada.ask('PUT', `/api/uploads/posts/${postId}`, { raw: await picture(900, 600) });
    const { media } = upload.json;
    const visitor = server.browser();
    expect((await visitor.ask('GET', `/images/posts/${postId}/${media.name}`)).status).toBe(404);
    expect((await ada.ask('GET', `/images/posts/${postId}/${media.name}`)).status).toBe(200);

    const data = { text: written('A lamp.'), media: [media], category: 'all' };
    const answers = [await ada.give('CreatePost', data, id), await ada.give('CreatePost', data, id)];
    expect(answers[0]).toEqual({ ok: true, position: expect.any(String) });
    expect(answers[1]).toEqual(answers[0]);
    const { documents } = await feed(ada, answers[0].position);
    const shown = documents.filter(({ key }: { key: string }) => key === postId && true);
    expect(shown.map(({ collection }: { collection: string }) => collection)).toEqual(['posts']);

    const image = await visitor.ask('GET', `/images/posts/${postId}/${media.name}?w=320`);
    expect(image.status).toBe(200);
    expect(image.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, s-maxage=0, proxy-revalidate',
    });
  });

  it('[POST-18] deleting a post ends its comments and deletes its files', async () => {
    const ada = await signUpMember(server, 'deletes', await picture(60, 60));
    const id = randomUUID();
    const postId = newId(effectiveCommandId(ada.userId, id), 0);
    const upload = await ada.ask('PUT', `/api/uploads/posts/${postId}`, { raw: await picture(90, 60) });
    await ada.give('CreatePost', { text: written('A chair.'), media: [upload.json.media], category: 'all' }, id);
    const comment = randomUUID();
    await ada.give('AddComment', { text: written('Still here?'), media: [], root: postId, parent: postId }, comment);
    const commentId = newId(effectiveCommandId(ada.userId, comment), 0);
    expect((await ada.give('DeletePost', { postId })).ok).toBe(true);
    const image = `/images/posts/${postId}/${upload.json.media.name}`;
    await eventually(async () => (await ada.ask('GET', image)).status === 404);
    const answer = await eventually(async () => {
      const tried = await ada.give('EditPost', { postId: commentId, text: written('No.'), media: [] });
      return tried.refusal?.code === 'COMMENT_DELETED' && tried;
    });
    expect(answer.ok).toBe(false);
    expect((await ada.ask('GET', `/api/topics/post:${postId}`)).json.error).toMatchObject({ code: 'POST_DELETED' });
  });

  it('[POST-19] nobody deletes what somebody else wrote, or uploads to it', async () => {
    const ada = await signUpMember(server, 'writes', await picture(60, 60));
    const bob = await signUpMember(server, 'other', await picture(50, 60));
    const id = randomUUID();
    await ada.give('CreatePost', { text: written('A desk.'), media: [], category: 'all' }, id);
    const postId = newId(effectiveCommandId(ada.userId, id), 0);
    expect((await bob.give('DeletePost', { postId })).refusal.code).toBe('NOT_YOUR_POST');
    const upload = await bob.ask('PUT', `/api/uploads/posts/${postId}`, { raw: await picture(9, 6) });
    expect([upload.status, upload.json.error.code]).toEqual([403, 'NOT_YOUR_POST']);
    const profile = await bob.ask('PUT', `/api/uploads/profilePics/${ada.userId}`, { raw: await picture(9, 6) });
    expect([profile.status, profile.json.error.code]).toEqual([403, 'NOT_ALLOWED']);
  });

  it('finds people by their user names', async () => {
    const ada = await signUp(server, 'named');
    const found = await eventually(async () => {
      const answer = await ada.ask('GET', '/api/people/by-username/AdaLovelace');
      return answer.status === 200 && answer.json;
    });
    expect(found.id).toEqual(expect.any(String));
    expect((await ada.ask('GET', '/api/people/by-username/nobody')).status).toBe(404);
  });
});
