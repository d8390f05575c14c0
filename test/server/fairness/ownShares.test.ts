import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import express, { type Router } from 'express';
import { dealRoutes } from '#server/ad/dealRoutes.ts';
import { errorHandler } from '#server/http/errors.ts';
import { impressionRoutes } from '#server/impression/routes.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { categoryRoutes } from '#server/post/categoryRoutes.ts';

/** Requests that use up the limit of every one of these routes, at a clock that stands still: nothing comes back meanwhile. */
const MORE_THAN_ANY_BURST = 700;
const AT_ONCE = 50;

it.each([
  ['the ads of a page', dealRoutes, 'GET', '/api/sponsored/nowhere', 404],
  ['actions at ads', impressionRoutes, 'POST', '/api/trackPostAnalytics', 204],
  ['the counts of categories', categoryRoutes, 'GET', '/api/categories/nowhere', 404],
] as const)(
  '%s: who is signed in has a share where a network address has none left',
  async (_what, routes, method, path, status) => {
    let asking: string | null = null;
    const parts = {
      authenticate: async () => null,
      userOf: () => asking,
      clock: () => new Date('2026-09-01T00:00:00Z'),
      rateShare: null,
      logger: silentLogger,
      readStore: {},
      dispatcher: {},
    };
    const app = express();
    app.use((routes as unknown as (given: typeof parts) => Router)(parts));
    app.use(errorHandler(silentLogger));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
      await answer.arrayBuffer();
      return answer.status;
    };
    try {
      expect(await ask()).toBe(status);
      for (let sent = 0; sent < MORE_THAN_ANY_BURST; sent += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, ask));
      expect(await ask()).toBe(429);
      asking = 'ada';
      expect(await ask()).toBe(status);
      asking = null;
      expect(await ask()).toBe(429);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },
);
