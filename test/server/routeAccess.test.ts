import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { callControl } from '#server/roles/control.ts';
import type { Browser } from './support/browser.ts';
import { controlOf } from './support/control.ts';
import { declaredRoutes } from './support/declaredRoutes.ts';
import { eventually, type Student, signUp, signUpConfirmed } from './support/student.ts';
import { type TestServer, testServer } from './support/testServer.ts';

/**
 * The part of the access matrix that no command and no topic has: every route of the server says here who gets past it.
 * A new route needs a line.
 */

/** `account`: the person of the session alone · `confirmed`: the same, with a confirmed address · `open`: see beside it. */
type Who = 'account' | 'confirmed' | 'open';

interface RouteRights {
  readonly who: Who;
  /** A body that is read before it is asked who sends it. */
  readonly body?: object;
}

const account: RouteRights = { who: 'account' };
const confirmed: RouteRights = { who: 'confirmed' };
const open: RouteRights = { who: 'open' };
const [ID, STATE] = [randomUUID(), '0'.repeat(32)];
const [PHOTO, VIDEO] = ['/api/uploads/posts/:id/photos', '/api/uploads/posts/:id/videos'];
/** As a route writes the kind of its files. */
const KIND = '$' + '{files.kind}';

const RIGHTS: Readonly<Record<string, RouteRights>> = {
  // One's own.
  'POST /api/account/deletion': account,
  'POST /api/archive': account,
  'POST /api/commands': { who: 'account', body: { id: ID, actor: ID, type: 'DismissTips', version: 1, data: {} } },
  'POST /api/checkouts': account,
  'POST /api/email-change': account,
  'POST /api/email-change/code': account,
  'POST /api/google/removal': account,
  'POST /api/hand-over': { who: 'account', body: { campus: 'ut', state: STATE } },
  'POST /api/passkeys': account,
  'POST /api/passkeys/:id/removal': account,
  'POST /api/passkeys/new': account,
  'POST /api/password': account,
  'POST /api/registration/email': account,
  'POST /api/school-verification': account,
  'GET /api/chats/check/:userId': account,
  'GET /api/sessions': account,
  'DELETE /api/sessions': account,
  'DELETE /api/sessions/:id': account,
  'GET /api/users': account,
  'POST /api/verification': account,
  [`PUT /api/uploads/${KIND}/:id`]: confirmed,
  [`POST ${PHOTO}`]: confirmed,
  [`HEAD ${PHOTO}/:file`]: confirmed,
  [`PATCH ${PHOTO}/:file`]: confirmed,
  [`PUT ${PHOTO}/:file`]: confirmed,
  [`DELETE ${PHOTO}/:file`]: confirmed,
  [`POST ${VIDEO}`]: confirmed,
  [`HEAD ${VIDEO}/:file`]: confirmed,
  [`PATCH ${VIDEO}/:file`]: confirmed,
  [`PUT ${VIDEO}/:file`]: confirmed,
  [`DELETE ${VIDEO}/:file`]: confirmed,
  // Ways in: each asks for a proof of its own.
  'POST /api/google': open,
  'GET /api/google/callback': open,
  'POST /api/hand-over/use': open,
  'POST /api/passkeys/challenge': open,
  'POST /api/passkeys/session': open,
  'POST /api/password-resets': open,
  'POST /api/password-resets/use': open,
  'POST /api/registration': open,
  'POST /api/session': open,
  'POST /api/session/link': open,
  'POST /api/sign-in-links': open,
  'POST /api/sign-in-links/claim': open,
  // Who asks is said, and nothing else; and the way out.
  'GET /api/session': open,
  'DELETE /api/session': open,
  // They answer with the things that one may see (`access.test.ts`, `privateCrawl.test.ts`).
  'GET /api/oembed': open,
  'POST /api/live': open,
  'GET /feed.xml': open,
  'GET /icon.svg': open,
  'GET /robots.txt': open,
  'GET /shell.html': open,
  'GET /site.webmanifest': open,
  'GET /sitemap.xml': open,
  'GET /api/people/by-username/:username': open,
  'GET /api/categories/:campus': open,
  'GET /api/posts/:id/img_gallery': open,
  'GET /api/search': open,
  'GET /api/sponsored/:campus': open,
  'GET /api/topics/:topic': open,
  [`GET /images/${KIND}/:id/:name`]: open,
  // A visitor's search is counted, without the visitor.
  'POST /api/searches': open,
  // Actions at a sponsored post are counted; who it is the server says.
  'POST /api/trackPostAnalytics': open,
  // The token in the address is the right to it.
  'GET /api/unsubscribe/:token': open,
  'POST /api/unsubscribe/:token': open,
  // The signature of the body is the right to it.
  'POST /api/payments/notices': open,
  // The page, the operator's, and the mailbox of a development machine.
  'GET /{*path}': open,
  'GET /index.html': open,
  'GET /health/live': open,
  'GET /health/ready': open,
  'GET /metrics': open,
  'GET /dev/mail': open,
  'GET /dev/mail/:id': open,
};

/** Headers of requests with pieces of files. */
const PIECES = { 'tus-resumable': '1.0.0' };

let server: TestServer;
let unconfirmed: Student;
/** Browsers without a right to any account. */
let outside: Readonly<Record<string, Browser>>;

beforeAll(async () => {
  server = await testServer();
  unconfirmed = await signUp(server, 'una');
  const [leaver, banned, moderator] = [
    await signUpConfirmed(server, 'leaver'),
    await signUpConfirmed(server, 'banned'),
    await signUpConfirmed(server, 'moderator'),
  ];
  // A copy of the cookies of somebody who has logged out since.
  const thief = server.browser();
  for (const [name, value] of leaver.cookies) thief.cookies.set(name, value);
  await leaver.ask('DELETE', '/api/session');
  await callControl(await controlOf(server.dataDir), 'moderator', { email: moderator.email, remove: false });
  const ban = { userId: banned.userId, reason: 'scam', note: '', about: banned.userId };
  expect(await moderator.give('BanPerson', ban)).toMatchObject({ ok: true });
  await eventually(async () => (await banned.ask('GET', '/api/session')).json.user === null);
  outside = { visitor: server.browser(), thief, banned };
});
afterAll(() => server.end());

async function refusalOf(browser: Browser, route: string, body: object | undefined) {
  const [method = '', path = ''] = route.split(' ');
  const address = path.replace(KIND, 'posts').replaceAll(/:\w+/g, () => randomUUID());
  const sent = method === 'GET' || method === 'HEAD' ? {} : { body: body ?? {} };
  const { status, json } = await browser.ask(method, address, {
    ...sent,
    headers: path.startsWith(PHOTO) || path.startsWith(VIDEO) ? PIECES : {},
  });
  // A HEAD is answered without a body.
  return [status, method === 'HEAD' ? null : json?.error?.code];
}

it('has a line for every route', () => {
  expect(Object.keys(RIGHTS).sort()).toEqual(declaredRoutes().toSorted());
});

it('[GUARD-06] [GUARD-11 in part] [AUTH-31] nobody gets past a route of an account signed out, by a copy of old cookies, or banned', async () => {
  for (const [route, { who, body }] of Object.entries(RIGHTS)) {
    if (who === 'open') continue;
    for (const [name, browser] of Object.entries(outside)) {
      const [status, code] = await refusalOf(browser, route, body);
      expect([name, route, status]).toEqual([name, route, 401]);
      if (code !== null) expect([name, route, code]).toEqual([name, route, 'SIGNED_OUT']);
    }
  }
});

it('[GUARD-02] nor past one that asks for a confirmed address without it', async () => {
  for (const [route, { who, body }] of Object.entries(RIGHTS)) {
    const [status] = await refusalOf(unconfirmed, route, body);
    if (who === 'confirmed') expect([route, status]).toEqual([route, 403]);
    if (who === 'account') expect([route, status]).not.toEqual([route, 401]);
  }
});
