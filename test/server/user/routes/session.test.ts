import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { QueueFull } from '#server/fairness/fairQueue.ts';
import { errorHandler } from '#server/http/errors.ts';
import { createAnswerSignedIn } from '#server/http/signedIn.ts';
import type { LogIn } from '#server/identity/login.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { createSignIn, sessionRoutes } from '#server/user/routes/session.ts';
import { openBrowser } from '../../support/browser.ts';
import { identityRig, signInParts } from '../../support/identityRig.ts';
import { idOf, SYSTEM } from '../../support/people.ts';

const ADA = { email: 'ada@ou.edu', password: 'engine-1843' };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** The answer to a log-in; `logIn` replaces the real one. */
async function answerTo(body: unknown, logIn?: LogIn, rig = identityRig()) {
  await rig.register({ id: idOf('form'), name: 'Ada Lovelace', ...ADA }, 'ou', '::1');
  const app = express();
  app.use(express.json());
  app.use(
    sessionRoutes({
      authenticate: async () => null,
      logIn: logIn ?? rig.logIn,
      signIn: createSignIn(signInParts(rig)),
      answerSignedIn: createAnswerSignedIn(async () => null, { logger: silentLogger }),
      sessions: rig.sessions,
      dispatcher: rig.dispatcher,
      secureCookies: false,
      mailboxAt: () => null,
      google: null,
      payments: null,
      clock: rig.clock.now,
      rateShare: null,
    }),
  );
  app.use(errorHandler(silentLogger));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const answer = await openBrowser((server.address() as AddressInfo).port).ask('POST', '/api/session', { body });
  return { status: answer.status, text: answer.json.errors?.[0]?.msg, after: answer.headers['retry-after'] };
}

const failing =
  (error: Error): LogIn =>
  async () => {
    throw error;
  };

describe('GET /api/session', () => {
  it.each([
    ['the log is away', new Unavailable('The log is away.'), 200],
    ['a fault is ours', new Error('No such stream.'), 500],
  ])('says that nobody is signed in, and not why, while %s', async (_name, error, status) => {
    const rig = identityRig();
    const app = express();
    app.use(
      sessionRoutes({
        authenticate: async () => null,
        logIn: rig.logIn,
        signIn: createSignIn(signInParts(rig)),
        answerSignedIn: createAnswerSignedIn(async () => null, { logger: silentLogger }),
        sessions: { ...rig.sessions, named: () => idOf('ada') },
        dispatcher: { barOf: () => Promise.reject(error) },
        secureCookies: false,
        mailboxAt: () => null,
        google: null,
        payments: null,
        clock: rig.clock.now,
        rateShare: null,
      }),
    );
    app.use(errorHandler(silentLogger));
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const answer = await openBrowser((server.address() as AddressInfo).port).ask('GET', '/api/session');
    expect(answer.status).toBe(status);
    if (status === 200) expect([answer.json.user, answer.json.ended]).toEqual([null, undefined]);
  });
});

describe('POST /api/session', () => {
  it.each([
    ['a wrong password', { ...ADA, password: 'wrong' }, 401, 'Wrong password!'],
    ['an unknown address', { ...ADA, email: 'eve@ou.edu' }, 401, 'Incorrect. Please try again.'],
    ['a malformed address', { ...ADA, email: 'ada@ou' }, 422, 'Invalid email address.'],
    ['nothing', {}, 400, 'Invalid login credentials.'],
    ['a password that is no text', { ...ADA, password: 1843 }, 400, 'Invalid login credentials.'],
    ['more than a log-in', { ...ADA, admin: true }, 400, 'Invalid login credentials.'],
  ])('[AUTH-09] answers to %s with the exact text', async (_name, body, status, text) => {
    expect(await answerTo(body)).toMatchObject({ status, text });
  });

  it.each([
    ['a fault of ours', new TypeError('x is undefined'), 500, 'Internal server error.'],
    ['no answer', new Unavailable('The vault is closed.'), 503, 'Something went wrong. Try again.'],
  ])('[AUTH-09] answers %s in its own words', async (_name, error, status, text) => {
    expect(await answerTo(ADA, failing(error))).toMatchObject({ status, text });
  });

  it('says when to come again where too many passwords wait', async () => {
    expect(await answerTo(ADA, failing(new QueueFull(7, true)))).toEqual({
      status: 429,
      text: 'That was too fast. Please try again in 7 seconds.',
      after: '7',
    });
    expect(await answerTo(ADA, failing(new QueueFull(9, false)))).toEqual({
      status: 503,
      text: 'Many people are here at once. Please try again in 9 seconds.',
      after: '9',
    });
  });

  it('[P10] signs nobody in who was erased while the password was compared', async () => {
    const rig = identityRig();
    const ids: string[] = [];
    const logIn: LogIn = async (...form) => {
      const loggedIn = await rig.logIn(...form);
      if (!loggedIn.ok) throw new Error('Ada could not log in.');
      ids.push(loggedIn.userId);
      await rig.give(SYSTEM, idOf('erase'), 'EraseUser', { userId: loggedIn.userId });
      await rig.sessions.endAllOf(loggedIn.userId);
      return loggedIn;
    };
    expect(await answerTo(ADA, logIn, rig)).toMatchObject({ status: 410, text: 'That account no longer exists.' });
    expect(await rig.vault.sessions.listOf(ids[0] ?? '')).toEqual([]);
    expect(rig.ended.length).toBe(1);
  });
});
