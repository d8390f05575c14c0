import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import express from 'express';
import { errorHandler } from '#server/http/errors.ts';
import { SEARCHES_WAITING, searchRoutes } from '#server/http/search.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { SearchAnswer, SearchRequest } from '#server/searchIndex/searcher.ts';

const NOTHING: SearchAnswer = { ok: true, hits: [], documents: [], more: false };

/** Searches under way, in the order in which they began. */
let begun: { readonly text: string; readonly end: () => void }[];
let server: Server;

beforeEach(async () => {
  begun = [];
  const search = ({ text }: SearchRequest) =>
    new Promise<SearchAnswer>((resolve) => begun.push({ text, end: () => resolve(NOTHING) }));
  const authenticate = async (request: express.Request) => {
    const userId = request.get('x-user');
    return userId === undefined ? null : { userId };
  };
  const app = express().set('trusted proxies', 1);
  app.use(
    searchRoutes({
      authenticate: authenticate as never,
      search,
      waitUntil: async () => true,
      clock: () => new Date(),
      rateShare: null,
    }),
  );
  app.use(errorHandler(silentLogger));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Searches. @returns the status of the answer */
async function ask(text: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/search?show=latest&q=${text}`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

async function untilBegun(count: number): Promise<void> {
  while (begun.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
}

it('one at a time for one client, and a newcomer passes all that wait for it', async () => {
  const flood = Array.from({ length: SEARCHES_WAITING }, (_, n) => ask(`flood${n}`, { 'x-forwarded-for': '10.0.0.1' }));
  await untilBegun(1);
  const user = ask('user', { 'x-user': 'ada', 'x-forwarded-for': '10.0.0.1' });
  await untilBegun(2);
  const visitor = ask('visitor', { 'x-forwarded-for': '10.0.0.2' });
  await untilBegun(3);
  expect(begun.map(({ text }) => text.replace(/\d+/, ''))).toEqual(['flood', 'user', 'visitor']);
  for (let n = 0; n < SEARCHES_WAITING + 2; n += 1) {
    await untilBegun(n + 1);
    begun[n]?.end();
  }
  expect(await Promise.all([user, visitor, ...flood])).toEqual(Array.from({ length: SEARCHES_WAITING + 2 }, () => 200));
});

it('refuses what one client lets wait too long a line of', async () => {
  const statuses: number[] = [];
  const flood = Array.from({ length: SEARCHES_WAITING + 6 }, async (_, n) => {
    statuses.push(await ask(`flood${n}`, { 'x-user': 'eve' }));
  });
  while (statuses.length < 5) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(statuses).toEqual([429, 429, 429, 429, 429]);
  for (let n = 0; n < SEARCHES_WAITING + 1; n += 1) {
    await untilBegun(n + 1);
    begun[n]?.end();
  }
  await Promise.all(flood);
  expect(statuses.filter((status) => status === 200).length).toBe(SEARCHES_WAITING + 1);
});
