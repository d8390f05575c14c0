import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import { hashedFilesOf } from '#server/http/client.ts';
import { errorHandler } from '#server/http/errors.ts';
import { createAuthenticate, limitRequests, TAKES_NO_COOKIES } from '#server/http/requestContext.ts';
import type { Sessions } from '#server/identity/sessions.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { openBrowser } from '../support/browser.ts';

const clientDir = mkdtempSync(join(tmpdir(), 'quad-client-'));
mkdirSync(join(clientDir, 'assets'));
writeFileSync(join(clientDir, 'assets', 'feed-3f2a.js'), '');

const RATE = { perMinute: 1, burst: 3 };
const app = express();
app.use(
  limitRequests({
    clock: () => new Date(0),
    userOf: ({ cookie }) => cookie?.replace('user=', '') || null,
    requestsPerAddress: RATE,
    isHashedFile: hashedFilesOf(clientDir),
    rateShare: null,
  }),
);
app.get('/assets/:file', (_request, response) => void response.json({}));
app.get('/', (_request, response) => void response.json({}));
app.use(errorHandler(silentLogger));
const server = createServer(app);

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(clientDir, { recursive: true });
});

it('counts no file of code that is cached for good: a lecture hall behind one address gets its first pages', async () => {
  const visitor = openBrowser((server.address() as AddressInfo).port);
  for (let each = 0; each < 10 * RATE.burst; each += 1) {
    expect((await visitor.ask('GET', '/assets/feed-3f2a.js')).status).toBe(200);
  }
});

it('brakes an address, and keeps nobody back who is signed in there', async () => {
  const { port } = server.address() as AddressInfo;
  const visitor = openBrowser(port);
  for (let each = 0; each < RATE.burst; each += 1) expect((await visitor.ask('GET', '/')).status).toBe(200);
  expect((await visitor.ask('GET', '/')).status).toBe(429);
  // A name that is made up is no way round it.
  expect((await visitor.ask('GET', '/assets/made-up.js')).status).toBe(429);
  const ada = openBrowser(port);
  ada.cookies.set('user', 'ada');
  expect((await ada.ask('GET', '/')).status).toBe(200);
});

it('exchanges no token for an answer that can set no cookies', async () => {
  const claims = { userId: 'ada', sessionId: 'session' };
  const exchange = async () => ({ ...claims, renewed: { access: 'a', refresh: 'r' } });
  const sessions = { authenticate: exchange, identify: async () => claims } as unknown as Sessions;
  const authenticate = createAuthenticate(sessions, false);
  const ask = async (locals: object) => {
    const set: unknown[] = [];
    const response = { locals, append: (_name: string, value: unknown) => void set.push(value) };
    const signedIn = await authenticate({ get: () => '' } as unknown as Request, response as unknown as Response);
    return [signedIn?.userId, signedIn?.renewed === null, set.length];
  };
  expect(await ask({})).toEqual(['ada', false, 1]);
  expect(await ask({ [TAKES_NO_COOKIES]: true })).toEqual(['ada', true, 0]);
});
