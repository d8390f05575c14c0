import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { HAND_OVER_VALID_MS } from '#server/identity/limits.ts';
import { createSignIn } from '#server/user/routes/session.ts';
import { identityRig, signInParts } from '#test/server/support/identityRig.ts';
import { idOf, register } from '#test/server/support/people.ts';
import { PASSWORD, type Student, signUp } from '#test/server/support/student.ts';
import { type TestServer, testServer } from '#test/server/support/testServer.ts';

const STATE = '0123456789abcdef'.repeat(2);
const OTHER_STATE = 'f'.repeat(32);
const PARALLEL = 100;
const DAY_MS = 24 * 3_600_000;

let server: TestServer;
let ada: Student;

beforeAll(async () => {
  server = await testServer();
  ada = await signUp(server, 'ada');
});
afterAll(async () => {
  await server.end();
});

/** A code for Ada's session, for the host of a campus. */
async function draw(campus = 'ut', state = STATE): Promise<string> {
  const answer = await ada.ask('POST', '/api/hand-over', { body: { campus, state } });
  expect(answer.status).toBe(200);
  return answer.json.code;
}

/** A browser at a host that uses a code: the status, and who is signed in there then. */
async function use(code: string, { host = 'ut.localhost', state = STATE } = {}) {
  const browser = server.browser(host);
  const { status } = await browser.ask('POST', '/api/hand-over/use', { body: { code, state } });
  const { user } = (await browser.ask('GET', '/api/session')).json;
  return { status, user: user?.id ?? null };
}

const refused = { status: 403, user: null };

describe('a session that is handed over to another campus’s host', () => {
  it('[CAMP-16 in part] signs the same person in there, without a password', async () => {
    expect(await use(await draw())).toEqual({ status: 200, user: ada.userId });
    expect((await ada.ask('GET', '/api/session')).json.user.id).toBe(ada.userId);
  });

  it('[P9] [CAMP-16 in part] counts once, also of many at the same moment', async () => {
    const code = await draw();
    const all = await Promise.all(Array.from({ length: PARALLEL }, () => use(code)));
    expect(all.filter(({ status }) => status === 200)).toEqual([{ status: 200, user: ada.userId }]);
    expect(await use(code)).toEqual(refused);
  });

  it('is for its host and the tab that waits for it', async () => {
    expect(await use(await draw('ut'), { host: 'smu.localhost' })).toEqual(refused);
    expect(await use(await draw('ut'), { host: 'ou.localhost' })).toEqual(refused);
    expect(await use(await draw(), { state: OTHER_STATE })).toEqual(refused);
  });

  it('is for a minute', async () => {
    const rig = identityRig();
    const target = { campus: 'ut', state: STATE };
    const session = await rig.sessions.start(idOf('ada'), 'a browser', 'ou');
    for (const [ms, user] of [
      [HAND_OVER_VALID_MS, idOf('ada')],
      [HAND_OVER_VALID_MS + 1, null],
    ] as const) {
      const code = await rig.handOver.draw(session, target);
      rig.clock.advance(ms);
      expect((await rig.handOver.use(code, target))?.userId ?? null).toBe(user);
    }
  });

  it('ends with the session that it comes from', async () => {
    const other = await server.browser();
    await other.ask('POST', '/api/session', { body: { email: ada.email, password: PASSWORD } });
    const { code } = (await other.ask('POST', '/api/hand-over', { body: { campus: 'ut', state: STATE } })).json;
    await other.ask('DELETE', '/api/session');
    expect(await use(code)).toEqual(refused);
  });

  it('ends with the session that it comes from, also when that ends in the very moment', async () => {
    const rig = identityRig();
    const userId = await register(rig, 'ada');
    const { sessionId } = await rig.sessions.start(userId, 'a browser', 'ou');
    // All sessions are logged out between the use of the code and the new session.
    const start = async (...of: Parameters<typeof rig.sessions.start>) => {
      await rig.sessions.endAllOf(userId);
      return rig.sessions.start(...of);
    };
    const signIn = createSignIn(signInParts({ ...rig, sessions: { ...rig.sessions, start } }));
    const request = { get: () => 'ut.localhost' } as unknown as Request;
    const proof = { way: 'hand-over', sessionId } as const;
    await expect(signIn({ userId, proof, isNew: false }, request, {} as Response)).rejects.toThrow('HAND_OVER_REFUSED');
    expect(await rig.sessions.listOf(userId)).toEqual([]);
  });

  it('ends when the session that it comes from would at last: it began when the person signed in', async () => {
    const rig = identityRig();
    const userId = await register(rig, 'ada');
    const { sessionId } = await rig.sessions.start(userId, 'a browser', 'ou');
    const [first] = await rig.sessions.listOf(userId);
    rig.clock.advance(DAY_MS);
    const signIn = createSignIn(signInParts(rig));
    const request = { get: () => 'ut.localhost' } as unknown as Request;
    const proof = { way: 'hand-over', sessionId } as const;
    await signIn({ userId, proof, isNew: false }, request, { append: () => undefined } as unknown as Response);
    const begun = (await rig.sessions.listOf(userId)).map(({ createdAt }) => createdAt);
    expect(begun).toEqual([first?.createdAt, first?.createdAt]);
  });

  it('is nobody else’s to ask for: a visitor, a foreign page, a campus that is not there', async () => {
    const body = { campus: 'ut', state: STATE };
    expect((await server.browser().ask('POST', '/api/hand-over', { body })).status).toBe(401);
    const headers = { origin: 'https://evil.example' };
    expect((await ada.ask('POST', '/api/hand-over', { body, headers })).status).toBe(403);
    const atlantis = { ...body, campus: 'atlantis' };
    expect((await ada.ask('POST', '/api/hand-over', { body: atlantis })).status).toBe(400);
  });

  it('takes no guesses: another code of the right shape, another user’s, or none', async () => {
    const [user, session, secret] = (await draw()).split('.');
    for (const code of [
      `${user}.${session}.${'A'.repeat(43)}`,
      `${session}.${session}.${secret}`,
      `${user}.${user}.${secret}`,
      'nonsense',
      '',
    ])
      expect(await use(code)).toEqual(refused);
  });
});
