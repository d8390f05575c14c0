import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { picture } from '../support/pictures.ts';
import { mailedCode, PASSWORD, type Student, signUp, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const HOUR_MS = 3_600_000;
/** Only the date is fake. */
const ONLY_DATE = {
  doNotFake: [
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
    'setInterval',
    'clearInterval',
    'setTimeout',
    'clearTimeout',
  ],
} as const;

let server: TestServer;
let ada: Student;

beforeAll(async () => {
  server = await testServer();
  ada = await signUpMember(server, 'ada', await picture(20, 20));
});
afterEach(() => {
  jest.useRealTimers();
});
afterAll(() => server.end());

/** Sets the clock of this process, server and all. */
function stepClock(milliseconds: number): void {
  jest.useFakeTimers({ ...ONLY_DATE, doNotFake: [...ONLY_DATE.doNotFake], now: Date.now() + milliseconds });
}

async function feedOf(student: Student, notBefore: string): Promise<readonly string[]> {
  const { documents } = (await student.ask('GET', `/api/topics/feed:ou?notBefore=${notBefore}`)).json;
  const posts = documents.filter(
    ({ collection, doc }: { collection: string; doc: { kind?: string } }) =>
      collection === 'posts' && doc.kind === 'post',
  );
  return posts.map(({ key }: { key: string }) => key);
}

it('[FEED-02] [AUTH-31] a clock that steps two hours back: nobody is logged out, and the order stays that of the log', async () => {
  const before = await write(ada, 'Before the step.');
  stepClock(-2 * HOUR_MS);
  const after = await write(ada, 'After the step.');
  const edited = await ada.give('EditPost', {
    postId: before,
    text: [{ type: 'paragraph', children: [{ text: 'Edited.' }] }],
    media: [],
  });
  expect(edited.ok).toBe(true);
  expect(await feedOf(ada, edited.position)).toEqual([after, before]);
  expect((await ada.ask('GET', '/api/session')).json.user).toEqual({ id: ada.userId });
  expect((await ada.ask('GET', '/health/ready')).json.ready).toBe(true);

  const login = await server.browser().ask('POST', '/api/session', { body: { email: ada.email, password: PASSWORD } });
  expect(login.status).toBe(200);
});

it('[VERF-04 in part] signs people up and confirms them across a step back, and asks nobody to wait for hours', async () => {
  const bob = await signUp(server, 'bob');
  const code = await mailedCode(bob, bob.email);
  stepClock(-2 * HOUR_MS);
  const tooSoon = await bob.give('RequestEmailCode', {});
  expect(tooSoon.error.code).toBe('CODE_TOO_SOON');
  expect(tooSoon.error.data.seconds).toBeLessThanOrEqual(30);
  const body = { id: crypto.randomUUID(), code };
  expect((await bob.ask('POST', '/api/verification', { body })).status).toBe(200);
  expect((await signUp(server, 'cyd')).userId).not.toBe(bob.userId);
});
