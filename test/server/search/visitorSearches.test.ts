import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { POPULAR_FROM_PEOPLE } from '#domain/search/limits.ts';
import type { SearchTotal } from '#projections/search/collections.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { VISITOR_SEARCHES_OF_TEXT } from '#server/search/visitorSearches.ts';
import { picture } from '../support/pictures.ts';
import { eventually, signUpMember } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
  const face = await picture(40, 40);
  for (let n = 0; n < POPULAR_FROM_PEOPLE; n += 1) {
    const member = await signUpMember(server, `member${n}`, face);
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
});
