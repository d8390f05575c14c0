import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CHECKOUTS_PER_USER, FORGED_NOTICES_PER_ADDRESS } from '#server/ad/limits.ts';
import { ARCHIVES_PER_USER } from '#server/http/archive.ts';
import { GOOGLE_REQUESTS_PER_ADDRESS } from '#server/identity/google/limits.ts';
import {
  CODE_CHECKS_PER_USER,
  LINK_USES_PER_ADDRESS,
  LOGINS_PER_ADDRESS,
  PASSWORD_CHANGES_PER_USER,
  REGISTRATIONS_PER_ADDRESS,
  UNCONFIRMED_EMAIL_TRIES_PER_USER,
} from '#server/identity/limits.ts';
import { PASSKEY_CHANGES_PER_USER, PASSKEY_REQUESTS_PER_ADDRESS } from '#server/identity/passkey/limits.ts';
import { HAND_OVER_USES_PER_ADDRESS, HAND_OVERS_PER_USER } from '#server/user/routes/handOver.ts';
import type { Browser } from './support/browser.ts';
import { declaredRoutes } from './support/declaredRoutes.ts';
import { PASSWORD, type Student, signUp } from './support/student.ts';
import { type TestServer, testServer } from './support/testServer.ts';

/** Requests beyond the burst: as many as come back at most rates in all the time that a test has, a minute. */
const BEYOND = 60;

let server: TestServer;
let students: readonly [Student, Student];

beforeAll(async () => {
  // Each sender says its network address.
  const google = { issuer: 'https://accounts.example', clientId: 'quad', clientSecret: 'secret' };
  server = await testServer({ trustedProxies: 1, google });
  students = [await signUp(server, 'ada'), await signUp(server, 'bob')];
});
afterAll(() => server.end());

/** Routes that change something, or take a secret, and whose requests are not counted here: what limits them. */
const LIMITED_ELSEWHERE: Readonly<Record<string, string>> = {
  'POST /api/account/deletion': 'wrong passwords count as failed logins, and what is decided is the rule of the noun',
  'POST /api/commands': 'the rates of commands (test/server/write)',
  'POST /api/email-change/code': 'wrong passwords count as failed logins; codes are few an hour by the rule',
  'POST /api/live': 'questions are few a minute for a person (test/server/http/asking)',
  'POST /api/password-resets': 'mails are few for each mailbox (test/server/user/routes/links)',
  'POST /api/sign-in-links': 'mails are few for each mailbox (test/server/user/routes/links)',
  'POST /api/sign-in-links/claim': 'mails are few for each mailbox (test/server/user/routes/links)',
  'POST /api/searches': 'test/server/search/visitorSearches',
  'POST /api/trackPostAnalytics': 'test/server/impression/tracking',
  'POST /api/unsubscribe/:token': 'test/server/http/unsubscribe',
  'DELETE /api/session': 'ends the own session: as all requests of an address',
  'DELETE /api/sessions': 'ends own sessions: as all requests of an address',
  'DELETE /api/sessions/:id': 'ends own sessions: as all requests of an address',
};
/** Routes that this file has looked at. */
const looked = new Set<string>();

const from = (address: string) => ({ 'x-forwarded-for': address });
const PASSKEY = randomUUID();
const HAND_OVER = { campus: 'ut', state: '0'.repeat(32) };

/** Whether one of many requests was refused for being too many. */
async function isLimited(browser: Browser, path: string, count: number, body: object, address: string) {
  looked.add(`POST ${path.replace(PASSKEY, ':id')}`);
  const asked = Array.from({ length: count }, () => browser.ask('POST', path, { body, headers: from(address) }));
  return (await Promise.all(asked)).some(({ json }) => json?.error?.code === 'RATE_LIMITED');
}

it.each([
  ['/api/registration', REGISTRATIONS_PER_ADDRESS, 1],
  ['/api/session', LOGINS_PER_ADDRESS, 2],
  ['/api/session/link', LINK_USES_PER_ADDRESS, 3],
  ['/api/password-resets/use', LINK_USES_PER_ADDRESS, 4],
  ['/api/google', GOOGLE_REQUESTS_PER_ADDRESS, 5],
  ['/api/hand-over/use', HAND_OVER_USES_PER_ADDRESS, 6],
  ['/api/payments/notices', FORGED_NOTICES_PER_ADDRESS, 7],
])(
  'guesses at %s are so many from one network address, and others are not slowed',
  async (path, { burst, perMinute }, n) => {
    // Each path has addresses of its own: some share a limit.
    const [one, other] = [`198.51.100.${n}`, `203.0.113.${n}`];
    expect(await isLimited(server.browser(), path, burst, {}, one)).toBe(false);
    expect(await isLimited(server.browser(), path, perMinute, {}, one)).toBe(true);
    expect(await isLimited(server.browser(), path, 1, {}, other)).toBe(false);
  },
);

it.each([
  ['/api/verification', CODE_CHECKS_PER_USER, {}],
  ['/api/password', PASSWORD_CHANGES_PER_USER, {}],
  ['/api/hand-over', HAND_OVERS_PER_USER, HAND_OVER],
  ['/api/checkouts', CHECKOUTS_PER_USER, {}],
  ['/api/registration/email', UNCONFIRMED_EMAIL_TRIES_PER_USER, {}],
])(
  'guesses at %s are so many of one person, from however many addresses, and others are not slowed',
  async (path, { burst }, body) => {
    const [ada, bob] = students;
    expect(await isLimited(ada, path, burst, body, '198.51.102.1')).toBe(false);
    const many = Array.from({ length: BEYOND }, (_, n) => isLimited(ada, path, 1, body, `198.51.101.${n}`));
    expect(await Promise.all(many)).toContain(true);
    expect(await isLimited(bob, path, 1, body, '198.51.102.1')).toBe(false);
  },
);

it('the beginning and the end of a sign-in with a passkey count together for a network address', async () => {
  const { burst, perMinute } = PASSKEY_REQUESTS_PER_ADDRESS;
  const [begin, end] = ['/api/passkeys/challenge', '/api/passkeys/session'];
  expect(await isLimited(server.browser(), begin, burst, {}, '198.51.100.7')).toBe(false);
  expect(await isLimited(server.browser(), end, perMinute, {}, '198.51.100.7')).toBe(true);
  for (const path of [begin, end]) {
    expect([path, await isLimited(server.browser(), path, 1, {}, '203.0.113.7')]).toEqual([path, false]);
  }
});

it('sign-ups and changes of an unconfirmed address count together for a network address: both tell what is taken', async () => {
  const { burst, perMinute } = REGISTRATIONS_PER_ADDRESS;
  const fay = await signUp(server, 'fay');
  expect(await isLimited(server.browser(), '/api/registration', burst, {}, '198.51.100.8')).toBe(false);
  expect(await isLimited(fay, '/api/registration/email', 1, {}, '203.0.113.8')).toBe(false);
  expect(await isLimited(fay, '/api/registration/email', 1, {}, '198.51.100.8')).toBe(true);
  expect(await isLimited(server.browser(), '/api/registration', perMinute, {}, '198.51.100.8')).toBe(true);
});

it('codes for the account, the school and another address are checked under one limit', async () => {
  const cyd = await signUp(server, 'cyd');
  expect(await isLimited(cyd, '/api/verification', CODE_CHECKS_PER_USER.burst, { id: randomUUID() }, '::1')).toBe(
    false,
  );
  for (const path of ['/api/school-verification', '/api/email-change']) {
    expect([path, await isLimited(cyd, path, BEYOND, {}, '::1')]).toEqual([path, true]);
  }
});

it.each([
  ['/api/password', '/api/google/removal'],
  ['/api/passkeys/new', '/api/passkeys', `/api/passkeys/${PASSKEY}/removal`],
])(
  '%s shares the limit of one person with the other ways to change what opens the account',
  async (first, ...others) => {
    const dan = await signUp(server, `dan${first.length}`);
    const { burst } = first === '/api/password' ? PASSWORD_CHANGES_PER_USER : PASSKEY_CHANGES_PER_USER;
    expect(await isLimited(dan, first, burst, {}, '198.51.100.1')).toBe(false);
    for (const path of others) {
      expect([path, await isLimited(dan, path, BEYOND, {}, '198.51.100.2')]).toEqual([path, true]);
      expect([path, await isLimited(students[1], path, 1, {}, '198.51.100.2')]).toEqual([path, false]);
    }
  },
);

it('a person takes few archives along in a day, from however many addresses', async () => {
  const eve = await signUp(server, 'eve');
  for (let made = 0; made < ARCHIVES_PER_USER.burst; made += 1) {
    expect(await isLimited(eve, '/api/archive', 1, { password: PASSWORD }, `198.51.102.${made}`)).toBe(false);
  }
  expect(await isLimited(eve, '/api/archive', 1, { password: PASSWORD }, '198.51.102.9')).toBe(true);
});

it('every route that changes something has a limit', () => {
  const changing = declaredRoutes().filter((route) => /^(POST|DELETE) \/api\/(?!uploads)/.test(route));
  expect([...looked, ...Object.keys(LIMITED_ELSEWHERE)].sort()).toEqual(changing.toSorted());
});
