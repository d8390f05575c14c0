import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import express from 'express';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { errorHandler } from '#server/http/errors.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { peopleRoutes } from '#server/user/routes/people.ts';
import { openBrowser } from '../../support/browser.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

it.each([
  ['a fault', new Error('The disk said no.')],
  ['no answer of the store', new Unavailable('The store is closed.')],
])('[PROF-13] a profile that cannot be read because of %s is no unknown person', async (_name, error) => {
  const app = express();
  app.use(
    peopleRoutes({
      authenticate: async () => null,
      readStore: {
        get: async () => {
          throw error;
        },
      },
      usernameStream: (username) => `claim-username-${username}`,
      reach: { published: () => '', head: async () => '', waitFor: async () => true },
    }),
  );
  app.use(errorHandler(silentLogger));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const answer = await openBrowser((server.address() as AddressInfo).port).ask('GET', '/api/people/by-username/ada');
  expect([answer.status, answer.json.errors?.[0]?.msg]).toEqual([500, 'something went wrong']);
});
