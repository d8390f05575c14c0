import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ASKED_MESSAGES_MAX, ASKING_PATH, type Asked } from '#projections/sync/asking.ts';
import { PROTOCOL_VERSION, type TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { OpenCounts } from '#server/http/asking.ts';
import { ASKED_OPEN_PER_USER, ASKED_PER_USER } from '#server/hub/limits.ts';
import { subscribeTo } from '../hub/hubRig.ts';
import type { Browser } from '../support/browser.ts';
import { picture } from '../support/pictures.ts';
import { eventually, type Student, signUp, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const FEED = topicName.feed('ou');

let server: TestServer;
let ada: Student;
beforeAll(async () => {
  server = await testServer();
  ada = await signUpMember(server, 'ada', await picture(40, 30));
  await write(ada, 'A lamp.');
});
afterAll(() => server.end());

const question = (topics: readonly object[], change: object = {}) => ({
  protocol: PROTOCOL_VERSION,
  user: ada.userId,
  messages: topics.map((payload) => ({ event: 'subscribe', payload })),
  isHeld: false,
  ...change,
});
const ask = (browser: Browser, body: object) => browser.ask('POST', ASKING_PATH, { body });

/** The question of a page that has the feed. */
async function resumed(change: object): Promise<object> {
  const { json } = await ask(ada, question([subscribeTo(FEED)]));
  const { cursor, floor } = (json as Asked).answers[0] as TopicAnswer;
  return question([{ topic: FEED, since: cursor, floor, notBefore: cursor.position }], change);
}

describe('POST /api/live', () => {
  it('[P5] [POST-16 in part] answers the topics of a page, and what somebody posts while the question is held', async () => {
    const held = ask(ada, await resumed({ isHeld: true }));
    await write(ada, 'A desk.');
    const { json, headers } = await held;
    expect(JSON.stringify(json)).toContain('A desk.');
    expect(headers['cache-control']).toBe('no-store, no-transform');
  });

  it('[P8] gives nobody what is another person’s', async () => {
    const ben = await signUp(server, 'ben');
    const { json } = await ask(ben, question([subscribeTo(topicName.me(ada.userId))], { user: ben.userId }));
    expect((json as Asked).answers[0]).toMatchObject({ ok: false });
    expect(JSON.stringify(json)).not.toContain(ada.email);
  });

  it('refuses a page of another session, of another release, and what is no question', async () => {
    const code = async (browser: Browser, body: object) => {
      const { status, json } = await ask(browser, body);
      return [status, json.error?.code];
    };
    expect(await code(server.browser(), question([]))).toEqual([409, 'SESSION_CHANGED']);
    expect(await code(ada, question([], { user: null }))).toEqual([409, 'SESSION_CHANGED']);
    expect(await code(ada, question([], { protocol: PROTOCOL_VERSION + 1 }))).toEqual([409, 'PROTOCOL_CHANGED']);
    expect(await code(ada, question([], { more: 1 }))).toEqual([400, 'REQUEST_INVALID']);
    const tooMany = Array.from({ length: ASKED_MESSAGES_MAX + 1 }, () => subscribeTo(FEED));
    expect(await code(ada, question(tooMany))).toEqual([400, 'REQUEST_INVALID']);
    const commands = { messages: [{ event: 'command', payload: {} }] };
    expect(await code(ada, question([], commands))).toEqual([400, 'REQUEST_INVALID']);
  });

  it('[AUTH-31 in part] ends with the session', async () => {
    const cleo = await signUp(server, 'cleo');
    const { json } = await ask(cleo, question([subscribeTo(FEED)], { user: cleo.userId }));
    const { cursor, floor } = (json as Asked).answers[0] as TopicAnswer;
    const payload = { topic: FEED, since: cursor, floor, notBefore: cursor.position };
    const held = ask(cleo, question([payload], { user: cleo.userId, isHeld: true }));
    const other = server.browser();
    for (const [name, value] of cleo.cookies) other.cookies.set(name, value);
    await other.ask('DELETE', '/api/session');
    expect((await held).json).toMatchObject({ answers: [], ended: 'session-ended' });
  });

  it('holds so many questions of one person, and those of others go on', async () => {
    const dora = await signUp(server, 'dora');
    const { json } = await ask(dora, question([subscribeTo(FEED)], { user: dora.userId }));
    const { cursor, floor } = (json as Asked).answers[0] as TopicAnswer;
    const payload = { topic: FEED, since: cursor, floor, notBefore: cursor.position };
    const body = JSON.stringify(question([payload], { user: dora.userId, isHeld: true }));
    const cookie = [...dora.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const host = `ou.localhost:${server.port}`;
    const open = Array.from({ length: ASKED_OPEN_PER_USER }, () =>
      request({
        ...{ port: server.port, host: '127.0.0.1', method: 'POST', path: ASKING_PATH, agent: false },
        headers: { host, cookie, origin: `http://${host}`, 'content-type': 'application/json' },
      })
        .on('error', () => undefined)
        .end(body),
    );
    const short = question([], { user: dora.userId });
    // One may have ended before the others are there: its end is awaited from the beginning.
    const closed = open.map((each) => new Promise((resolve) => each.once('close', resolve)));
    await eventually(async () => (await ask(dora, short)).status === 429);
    expect((await ask(ada, question([]))).status).toBe(200);
    for (const each of open) each.destroy();
    await Promise.all(closed);
    // They count no more.
    await eventually(async () => (await ask(dora, short)).status === 200);
  });

  it('answers so many questions of one person a minute', async () => {
    const eve = await signUp(server, 'eve');
    const short = question([], { user: eve.userId });
    const statuses = new Set<number>();
    for (let count = 0; count <= ASKED_PER_USER.burst + 5; count += 1) statuses.add((await ask(eve, short)).status);
    expect([...statuses]).toEqual([200, 429]);
    expect((await ask(ada, question([]))).status).toBe(200);
  });
});

it('visitors of however many addresses leave room for people who are signed in', () => {
  const open = new OpenCounts({ perUser: 1, perAddress: 2, visitors: 3, all: 5 });
  const visit = (address: string) => open.enter(null, address);
  const [first] = [visit('a'), visit('a'), visit('b')];
  expect([visit('a'), visit('b'), visit('c')]).toEqual([null, null, null]);
  const leave = open.enter('ada', 'c');
  expect([leave, open.enter('ada', 'd')]).toEqual([expect.any(Function), null]);
  first?.();
  expect(visit('c')).toEqual(expect.any(Function));
  expect([open.enter('ben', 'c'), open.enter('cleo', 'c')]).toEqual([expect.any(Function), null]);
  leave?.();
  expect([visit('d'), open.enter('cleo', 'c')]).toEqual([null, expect.any(Function)]);
});
