import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callControl } from '#server/roles/control.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { rawSocket } from '../support/rawSocket.ts';
import {
  eventually,
  PASSWORD,
  type Student,
  signUp,
  signUpConfirmed,
  signUpMember,
  write,
} from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let moderator: Student;
let face: Uint8Array;

beforeAll(async () => {
  server = await testServer();
  face = await picture(40, 40);
  moderator = await signUpMember(server, 'mo', face);
  await callControl(await controlOf(server.dataDir), 'moderator', { email: moderator.email, remove: false });
});
afterAll(() => server.end());

const cookieOf = ({ cookies }: Pick<Student, 'cookies'>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** A socket of a student that follows the feed. */
async function follow(student: Student) {
  const origin = `ou.localhost:${server.port}`;
  const headers = { Host: origin, Origin: `http://${origin}`, Cookie: cookieOf(student) };
  const socket = await rawSocket(server.port, { headers });
  await socket.until('0{"sid"');
  socket.write('40');
  await socket.until('42["progress"');
  socket.write('421["subscribe",{"topic":"feed:ou","since":null,"floor":null,"notBefore":"0000000000000000"}]');
  await socket.until('431[{"ok":true');
  return socket;
}

const ban = (student: Student) =>
  moderator.give('BanPerson', { userId: student.userId, reason: 'scam', note: 'note-canary', about: student.userId });
const signIn = (email: string) => server.browser().ask('POST', '/api/session', { body: { email, password: PASSWORD } });
const register = (email: string) =>
  server.browser().ask('POST', '/api/registration', {
    body: { id: randomUUID(), email, name: 'Bob Stone', password: PASSWORD, acceptedTerms: true },
  });

describe('a ban', () => {
  it('[AUTH-07] [GUARD-11] is in force from its answer on: no command, no row, no session, no sign-in', async () => {
    const bob = await signUpMember(server, 'bob', face);
    const post = await write(bob, 'A post that stays.');
    const socket = await follow(bob);
    expect(await ban(bob)).toMatchObject({ ok: true });

    // Whether the session has ended by now or not.
    const refused = await bob.give('ChangeBio', { bio: 'Still here.' });
    expect(refused).toMatchObject({ error: { code: expect.stringMatching(/^(ACCOUNT_BANNED|SIGNED_OUT)$/) } });
    await write(moderator, 'canary-after-the-ban');
    await socket.closed;
    expect(socket.received()).not.toContain('canary-after-the-ban');
    await eventually(async () => (await bob.ask('GET', '/api/session')).json.user === null);

    // Why it has ended is said to the browser that had it, and to who knows the password; the note stays with the moderators.
    const why = { code: 'ACCOUNT_BANNED', data: { reason: 'scam' } };
    expect((await bob.ask('GET', '/api/session')).json.ended).toEqual(why);
    expect((await server.browser().ask('GET', '/api/session')).json.ended).toBeUndefined();
    const answer = await signIn(bob.email);
    expect(answer.json.error).toMatchObject(why);
    expect(answer.text).not.toContain('note-canary');
    expect([answer.status, answer.json.errors]).toEqual([403, [{ msg: 'Account has been banned' }]]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    // A magic link is another way in to the same question.
    const visitor = server.browser();
    await visitor.ask('POST', '/api/sign-in-links', { body: { email: bob.email } });
    const mailbox = await visitor.ask('GET', '/dev/mail', { headers: { accept: 'application/json' } });
    const [mail] = mailbox.json.mails.filter(({ to }: { to: string }) => to === bob.email);
    const token = /#token=(\S+)/.exec(mail.text)?.[1];
    const pressed = await visitor.ask('POST', '/api/session/link', { body: { email: bob.email, token } });
    expect([pressed.status, pressed.json.errors]).toEqual([403, [{ msg: 'Account has been banned' }]]);
    expect(pressed.headers['set-cookie']).toBeUndefined();
    expect((await server.browser().ask('GET', `/api/topics/post:${post}`)).text).toContain('A post that stays.');
  });

  it('[GUARD-11] keeps the address from every new account, also after the erasure, until it is lifted', async () => {
    const eve = await signUpMember(server, 'eve', face);
    const cy = await signUpConfirmed(server, 'cy');
    await ban(eve);
    const control = await controlOf(server.dataDir);
    await callControl(control, 'erase', { userId: eve.userId });
    for (const email of ['EVE@ou.edu', 'eve+again@ou.edu']) {
      const refused = await register(email);
      expect(refused.json.error.data).toEqual({});
      expect([refused.status, refused.json.errors]).toEqual([403, [{ msg: 'Account has been banned' }]]);
    }

    expect(await moderator.give('LiftBan', { userId: eve.userId, reason: 'appeal' })).toMatchObject({ ok: true });
    // It waits for all reactors, that of bans among them.
    await callControl(control, 'erase', { userId: cy.userId });
    expect((await register(eve.email)).status).toBe(201);
  });

  it('[GUARD-11] closes the school address as well as the other one (Q79)', async () => {
    const school = 'hal.school@ou.edu';
    const hal = await signUpConfirmed(server, 'hal');
    let mails = 0;
    const codeFor = async (student: Student) => {
      expect(await student.give('RequestSchoolCode', { campus: 'ou', email: school })).toMatchObject({ ok: true });
      mails += 1;
      // The newest comes first.
      const text = await eventually(async () => {
        const answer = await student.ask('GET', '/dev/mail', { headers: { accept: 'application/json' } });
        const own = answer.json.mails.filter(({ to }: { to: string }) => to === school);
        return own.length === mails && (own[0].text as string);
      });
      return { id: randomUUID(), code: /\b\d{4}\b/.exec(text)?.[0], email: school, campus: 'ou' };
    };
    const join = async (student: Student, body: object) => student.ask('POST', '/api/school-verification', { body });
    expect((await join(hal, await codeFor(hal))).status).toBe(200);
    await ban(hal);
    for (const email of [hal.email, school]) {
      const refused = await register(email);
      expect([email, refused.status, refused.json.errors]).toEqual([email, 403, [{ msg: 'Account has been banned' }]]);
    }
    // Nor is it a way in for an account that is there already.
    const ivy = await signUpConfirmed(server, 'ivy');
    const refused = await join(ivy, await codeFor(ivy));
    expect([refused.status, refused.json.errors]).toEqual([403, [{ msg: 'Account has been banned' }]]);
  });

  it('of a stranger who never confirmed an address does not keep its owner out', async () => {
    const stranger = await signUp(server, 'gus');
    await ban(stranger);
    const owner = server.browser();
    await owner.ask('POST', '/api/sign-in-links', { body: { email: stranger.email } });
    const mailbox = await owner.ask('GET', '/dev/mail', { headers: { accept: 'application/json' } });
    const texts = mailbox.json.mails.map(({ to, text }: { to: string; text: string }) =>
      to === stranger.email ? text : '',
    );
    const token = /#token=(\S+)/.exec(texts.join('\n'))?.[1];
    const body = { email: stranger.email, token, first: 'Gus', last: 'Grant' };
    const pressed = await owner.ask('POST', '/api/session/link', { body });
    expect([pressed.status, pressed.json.isNew]).toEqual([200, true]);
    expect((await owner.ask('GET', '/api/session')).json.user.id).not.toBe(stranger.userId);
    // Nothing is left of the account that was banned, nor of its password.
    expect((await signIn(stranger.email)).json.errors).toEqual([{ msg: 'Wrong password!' }]);
  });

  it('is lifted, and the person is back', async () => {
    const dan = await signUp(server, 'dan');
    await ban(dan);
    expect((await signIn(dan.email)).status).toBe(403);
    await moderator.give('LiftBan', { userId: dan.userId, reason: 'mistake' });
    expect((await signIn(dan.email)).status).toBe(200);
  });

  it('is no affair of anybody else, and its note is read by moderators alone', async () => {
    const fay = await signUpMember(server, 'fay', face);
    const data = { userId: moderator.userId, reason: 'spam', note: '', about: moderator.userId };
    expect(await fay.give('BanPerson', data)).toMatchObject({ error: { code: 'NOT_ALLOWED' } });
    expect(await moderator.give('BanPerson', data)).toMatchObject({ error: { code: 'MODERATOR_PROTECTED' } });
    const listOf = (reader: Student) => reader.ask('GET', '/api/topics/bans:standing');
    const list = await eventually(async () => {
      const answer = await listOf(moderator);
      return answer.text.includes('note-canary') && answer;
    });
    expect(list.status).toBe(200);
    expect([(await listOf(fay)).status, (await listOf(fay)).text.includes('canary')]).toEqual([403, false]);
  });
});
