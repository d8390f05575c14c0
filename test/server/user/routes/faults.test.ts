import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import express, { type Router } from 'express';
import { userRejection } from '#domain/user/rejection.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { errorHandler, HttpRefused } from '#server/http/errors.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { GOOGLE_CALLBACK_PATH, googleRoutes } from '#server/user/routes/google.ts';
import { linkRoutes } from '#server/user/routes/links.ts';
import { type Browser, openBrowser } from '../../support/browser.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A browser at a server that has these routes alone. */
async function browserAt(routes: Router): Promise<Browser> {
  const app = express();
  app.use(express.json());
  app.use(routes);
  app.use(errorHandler(silentLogger));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return openBrowser((server.address() as AddressInfo).port);
}

const clock = () => new Date('2026-09-01T12:00:00Z');
const unused = async (): Promise<never> => {
  throw new Error('It is not asked for.');
};

it.each([
  ['a fault of ours', new TypeError('x is undefined')],
  ['no answer of the store', new Unavailable('The store is closed.')],
])('[AUTH-28] %s while a link is asked for is answered in the words of the link', async (_what, error) => {
  const failing = async () => {
    throw error;
  };
  const dispatcher = { ownerOf: failing, stateOf: failing };
  const browser = await browserAt(
    linkRoutes({
      ...{ dispatcher, clock, rateShare: null, authenticate: unused, readStore: { get: unused } },
      ...{ sendLink: unused, signInByLink: unused, resetPassword: unused, signIn: unused },
    }),
  );
  for (const path of ['/api/sign-in-links', '/api/password-resets']) {
    const answer = await browser.ask('POST', path, { body: { email: 'ada@ou.edu' } });
    expect([answer.status, answer.json.error.text]).toEqual([503, 'An unknown error has occurred']);
  }
});

it('[AUTH-19 in part] an account that is deleted on the way back from Google has been disabled', async () => {
  const attempt = { id: '1', origin: 'http://ou.localhost', popup: true, state: '', nonce: '', verifier: '' };
  const browser = await browserAt(
    googleRoutes({
      google: {
        attempts: { read: () => attempt, write: () => '' },
        provider: { begin: unused, finish: async () => ({ id: '1', email: 'ada@ou.edu', name: 'Ada Lovelace' }) },
        open: async () => ({ ok: true, userId: 'ada', isNew: false }),
      },
      signIn: async () => {
        throw new HttpRefused([userRejection('USER_ERASED')]);
      },
      ...{ secureCookies: false, clock, rateShare: null, logger: silentLogger },
    }),
  );
  const answer = await browser.ask('GET', GOOGLE_CALLBACK_PATH);
  expect(answer.headers.location).toBe('/login/google?attempt=1&popup=1&problem=GOOGLE_DISABLED');
});
