import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import express from 'express';
import { crawlerRoutes } from '#server/http/crawlers.ts';
import { errorHandler } from '#server/http/errors.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { hubRig } from '#test/server/hub/hubRig.ts';

const ASKERS = 20;

it('the pages of a campus are listed once for all who ask at once, and again after a list that failed', async () => {
  const { publish, store } = await hubRig();
  await publish();
  let [arrived, lists] = [0, 0];
  const all = Promise.withResolvers<void>();
  const listPages = async () => {
    lists += 1;
    await all.promise;
    if (lists === 1) throw new Error('The read models are away.');
    return [];
  };
  const app = express();
  app.use((_request, _response, next) => {
    arrived += 1;
    // After the last one has asked.
    if (arrived === ASKERS) setTimeout(() => all.resolve(), 0);
    next();
  });
  const config = { environment: 'development' } as const;
  app.use(crawlerRoutes({ config, readStore: store, listPages, clock: () => new Date('2026-09-01T00:00:00Z') }));
  app.use(errorHandler(silentLogger));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/sitemap.xml`)).status;
  try {
    const first = await Promise.all(Array.from({ length: ASKERS }, ask));
    expect([lists, new Set(first)]).toEqual([1, new Set([500])]);
    expect([await ask(), await ask(), lists]).toEqual([200, 200, 2]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
