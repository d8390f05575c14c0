import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import express from 'express';
import type { Freshness } from '#projections/sync/protocol.ts';
import { errorHandler } from '#server/http/errors.ts';
import {
  type AskSearch,
  createAskSearch,
  SEARCHES_OWN_SHARE,
  SEARCHES_PER_ADDRESS,
  SEARCHES_PER_USER,
  SEARCHES_WAITING,
  searchRoutes,
} from '#server/http/search.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { SearchAnswer, SearchRequest } from '#server/searchIndex/searcher.ts';

const NOTHING: SearchAnswer = { ok: true, hits: [], documents: [], more: false };

/** Searches under way, in the order in which they began. */
let begun: { readonly text: string; readonly end: () => void }[];
/** Milliseconds since 1970. */
let now: number;
/** Whether searches end at once. */
let isQuick: boolean;
/** Positions that searches had to wait for; whether the read models came to them. */
let awaited: Freshness[];
let isFresh: boolean;
let askSearch: AskSearch;
let server: Server;

beforeEach(async () => {
  [begun, awaited, isQuick, isFresh, now] = [[], [], false, true, Date.parse('2026-03-02T09:00:00.000Z')];
  const search = ({ text }: SearchRequest) =>
    isQuick
      ? Promise.resolve(NOTHING)
      : new Promise<SearchAnswer>((resolve) => begun.push({ text, end: () => resolve(NOTHING) }));
  const authenticate = async (request: express.Request) => {
    const userId = request.get('x-user');
    return userId === undefined ? null : { userId };
  };
  askSearch = createAskSearch({
    search,
    waitUntil: async (freshness) => {
      awaited.push(freshness);
      return isFresh;
    },
    clock: () => new Date(now),
    rateShare: null,
  });
  const app = express().set('trusted proxies', 1);
  app.use(searchRoutes({ authenticate: authenticate as never, askSearch }));
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

it('a search that nobody waits for any more does not begin, and keeps nobody from its turn', async () => {
  const asker = { userId: null, address: '10.0.0.1', campus: 'ou' };
  const gone = new AbortController();
  const first = askSearch({ q: 'first', show: 'latest' }, asker);
  const late = askSearch({ q: 'late', show: 'latest' }, asker, gone.signal);
  const next = askSearch({ q: 'next', show: 'latest' }, asker);
  gone.abort();
  begun[0]?.end();
  await expect(late).rejects.toThrow();
  await first;
  await untilBegun(2);
  begun[1]?.end();
  await next;
  expect(begun.map(({ text }) => text)).toEqual(['first', 'next']);
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

/** So many searches, one after the other. @returns the statuses of the answers, each once */
async function askOften(times: number, headers: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const statuses = new Set<number>();
  for (let n = 0; n < times; n += 1) statuses.add(await ask('lamp', headers));
  return [...statuses];
}

it('are limited for each user, and come back with time', async () => {
  isQuick = true;
  const of = (user: string) => ({ 'x-user': user });
  expect(await askOften(SEARCHES_PER_USER.burst, of('eve'))).toEqual([200]);
  expect([await ask('lamp', of('eve')), await ask('lamp', of('ada')), await ask('lamp', {})]).toEqual([429, 200, 200]);
  now += 60_000 / SEARCHES_PER_USER.perMinute;
  expect([await ask('lamp', of('eve')), await ask('lamp', of('eve'))]).toEqual([200, 429]);
});

it('are limited for each address; who is signed in there has a share of their own', async () => {
  isQuick = true;
  expect(await askOften(SEARCHES_PER_ADDRESS.burst, {})).toEqual([200]);
  expect(await ask('lamp', {})).toBe(429);
  expect(await askOften(SEARCHES_OWN_SHARE.burst, { 'x-user': 'ada' })).toEqual([200]);
  expect(await ask('lamp', { 'x-user': 'ada' })).toBe(429);
});

it('waits until the read models have what the client has written, and says so when that takes too long', async () => {
  isQuick = true;
  const notBefore = '0000000000000007';
  expect(await ask('lamp', {})).toBe(200);
  expect(awaited).toEqual([]);
  expect(await ask(`lamp&notBefore=${notBefore}&era=e1`, {})).toBe(200);
  isFresh = false;
  expect(await ask(`lamp&notBefore=${notBefore}`, {})).toBe(503);
  expect(awaited).toEqual([
    { notBefore, era: 'e1' },
    { notBefore, era: undefined },
  ]);
});
