import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { POPULAR_FROM_PEOPLE } from '#domain/search/limits.ts';
import type { SearchTotal } from '#projections/search/collections.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { errorHandler } from '#server/http/errors.ts';
import { silentLogger } from '#server/observability/logging.ts';
import {
  VISITOR_SEARCHES_OF_CAMPUS,
  VISITOR_SEARCHES_OF_TEXT,
  VISITOR_SEARCHES_PER_ADDRESS,
  visitorSearchRoutes,
} from '#server/search/visitorSearches.ts';
import { picture } from '../support/pictures.ts';
import { eventually, type Student, signUpMember } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let member: Student;

beforeAll(async () => {
  server = await testServer();
  const face = await picture(40, 40);
  for (let n = 0; n < POPULAR_FROM_PEOPLE; n += 1) {
    member = await signUpMember(server, `member${n}`, face);
    expect(await member.give('PerformSearch', { campus: 'ou', text: 'Tent' })).toMatchObject({ ok: true });
  }
});
afterAll(() => server.end());

async function tentTotals(): Promise<SearchTotal | undefined> {
  const answer = await server.browser().ask('GET', `/api/topics/${topicName.popularSearches('ou')}`);
  const { documents } = answer.json as TopicAnswer;
  return documents.map(({ doc }) => doc as SearchTotal | null).find((doc) => doc?.text === 'Tent') ?? undefined;
}

describe('searches of visitors', () => {
  it('[SRCH-18 in part] of one address move a text up the list of the campus by a few an hour alone', async () => {
    await eventually(async () => (await tentTotals()) !== undefined);
    const more = VISITOR_SEARCHES_OF_TEXT.burst + 5;
    for (let n = 0; n < more; n += 1) {
      const text = n % 2 === 0 ? 'tent' : ' TENT ';
      expect((await server.browser().ask('POST', '/api/searches', { body: { text } })).status).toBe(202);
    }
    expect((await server.browser().ask('POST', '/api/searches', { body: { text: 'lamp' } })).status).toBe(202);
    await eventually(async () => ((await tentTotals())?.ghostViews ?? 0) >= VISITOR_SEARCHES_OF_TEXT.burst);
    const { uniqueViews, ghostViews, totalViews } = (await tentTotals()) ?? {};
    expect({ uniqueViews, ghostViews, totalViews }).toEqual({
      uniqueViews: POPULAR_FROM_PEOPLE,
      ghostViews: VISITOR_SEARCHES_OF_TEXT.burst,
      totalViews: POPULAR_FROM_PEOPLE + VISITOR_SEARCHES_OF_TEXT.burst,
    });
  });

  it('[SRCH-18 in part] are counted of those who are signed out alone: a user gives a command', async () => {
    const body = { text: 'lamp' };
    const answer = await member.ask('POST', '/api/searches', { body });
    expect([answer.status, answer.json.error.code]).toEqual([403, 'NOT_ALLOWED']);
  });
});

/** The route alone, at a time that stands; answers the statuses of searches, each by its network address and text. */
async function statusesOf(
  asked: readonly (readonly [address: string, text: string])[],
  dispatch: (command: { readonly data: { readonly text: string } }) => Promise<object>,
): Promise<readonly number[]> {
  const app = express().set('trusted proxies', 1).use(express.json());
  app.use(
    visitorSearchRoutes({
      authenticate: async () => null,
      dispatcher: { dispatch } as never,
      clock: () => new Date('2026-03-02T09:00:00.000Z'),
      rateShare: null,
    }),
    errorHandler(silentLogger),
  );
  const listening = app.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const statuses: number[] = [];
  for (const [address, text] of asked) {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/searches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ text }),
    });
    statuses.push(status);
  }
  listening.closeAllConnections();
  listening.close();
  return statuses;
}

it('searches of visitors are events up to a number for a campus, whatever addresses they come from; no more are refused', async () => {
  const dispatched: string[] = [];
  const asked = Array.from(
    { length: VISITOR_SEARCHES_OF_CAMPUS.burst + 3 },
    (_, n) => [`10.0.${n >> 8}.${n & 255}`, `text ${n}`] as const,
  );
  const statuses = await statusesOf(asked, async ({ data: { text } }) => {
    dispatched.push(text);
    return { ok: true };
  });
  expect([[...new Set(statuses)], dispatched.length]).toEqual([[202], VISITOR_SEARCHES_OF_CAMPUS.burst]);
});

it('searches of visitors are so many of one network address, whatever they look for, and others are not slowed', async () => {
  const { burst } = VISITOR_SEARCHES_PER_ADDRESS;
  const asked = Array.from({ length: burst + 1 }, (_, n) => ['10.0.0.1', `text ${n}`] as const);
  const statuses = await statusesOf([...asked, ['10.0.0.2', 'text']], async () => ({ ok: true }));
  expect(statuses).toEqual([...Array<number>(burst).fill(202), 429, 202]);
});
