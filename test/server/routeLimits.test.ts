import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  CODE_CHECKS_PER_USER,
  LINK_USES_PER_ADDRESS,
  LOGINS_PER_ADDRESS,
  PASSWORD_CHANGES_PER_USER,
  REGISTRATIONS_PER_ADDRESS,
} from '#server/identity/limits.ts';
import { HAND_OVERS_PER_USER } from '#server/user/routes/handOver.ts';
import type { Browser } from './support/browser.ts';
import { type Student, signUp } from './support/student.ts';
import { type TestServer, testServer } from './support/testServer.ts';

/** Requests beyond the burst: more than come back at the rate of a minute in all the time that a test has. */
const BEYOND = 60;

let server: TestServer;
let students: readonly [Student, Student];

beforeAll(async () => {
  // Each sender says its network address.
  server = await testServer({ trustedProxies: 1 });
  students = [await signUp(server, 'ada'), await signUp(server, 'bob')];
});
afterAll(() => server.end());

const from = (address: string) => ({ 'x-forwarded-for': address });
const HAND_OVER = { campus: 'ut', state: '0'.repeat(32) };

/** Whether one of many requests was refused for being too many. */
async function isLimited(browser: Browser, path: string, count: number, body: object, address: string) {
  const asked = Array.from({ length: count }, () => browser.ask('POST', path, { body, headers: from(address) }));
  return (await Promise.all(asked)).some(({ json }) => json.error?.code === 'RATE_LIMITED');
}

it.each([
  ['/api/registration', REGISTRATIONS_PER_ADDRESS, 1],
  ['/api/session', LOGINS_PER_ADDRESS, 2],
  ['/api/session/link', LINK_USES_PER_ADDRESS, 3],
  ['/api/password-resets/use', LINK_USES_PER_ADDRESS, 4],
])('guesses at %s are so many from one network address, and others are not slowed', async (path, { burst }, n) => {
  // Each path has addresses of its own: some share a limit.
  const [one, other] = [`198.51.100.${n}`, `203.0.113.${n}`];
  expect(await isLimited(server.browser(), path, burst, {}, one)).toBe(false);
  expect(await isLimited(server.browser(), path, BEYOND, {}, one)).toBe(true);
  expect(await isLimited(server.browser(), path, 1, {}, other)).toBe(false);
});

it.each([
  ['/api/verification', CODE_CHECKS_PER_USER, {}],
  ['/api/password', PASSWORD_CHANGES_PER_USER, {}],
  ['/api/hand-over', HAND_OVERS_PER_USER, HAND_OVER],
])(
  'guesses at %s are so many of one person, from however many addresses, and others are not slowed',
  async (path, { burst }, body) => {
    const [ada, bob] = students;
    expect(await isLimited(ada, path, burst, body, '198.51.100.1')).toBe(false);
    const many = Array.from({ length: BEYOND }, (_, n) => isLimited(ada, path, 1, body, `198.51.101.${n}`));
    expect(await Promise.all(many)).toContain(true);
    expect(await isLimited(bob, path, 1, body, '198.51.100.1')).toBe(false);
  },
);

it('codes for the account, the school and another address are checked under one limit', async () => {
  const cyd = await signUp(server, 'cyd');
  expect(await isLimited(cyd, '/api/verification', CODE_CHECKS_PER_USER.burst, { id: randomUUID() }, '::1')).toBe(
    false,
  );
  for (const path of ['/api/school-verification', '/api/email-change']) {
    expect([path, await isLimited(cyd, path, BEYOND, {}, '::1')]).toEqual([path, true]);
  }
});
