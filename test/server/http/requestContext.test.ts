import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import express from 'express';
import { errorHandler } from '#server/http/errors.ts';
import { limitRequests } from '#server/http/requestContext.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { openBrowser } from '../support/browser.ts';

const RATE = { perMinute: 1, burst: 3 };
const app = express();
app.use(
  limitRequests({
    clock: () => new Date(0),
    userOf: ({ cookie }) => cookie?.replace('user=', '') || null,
    requestsPerAddress: RATE,
    rateShare: null,
  }),
);
app.get('/', (_request, response) => void response.json({}));
app.use(errorHandler(silentLogger));
const server = createServer(app);

afterEach(() => new Promise((resolve) => server.close(resolve)));

it('brakes an address, and keeps nobody back who is signed in there', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const visitor = openBrowser(port);
  for (let each = 0; each < RATE.burst; each += 1) expect((await visitor.ask('GET', '/')).status).toBe(200);
  expect((await visitor.ask('GET', '/')).status).toBe(429);
  const ada = openBrowser(port);
  ada.cookies.set('user', 'ada');
  expect((await ada.ask('GET', '/')).status).toBe(200);
});
