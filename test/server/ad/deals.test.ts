import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SPONSORED_ADS } from '#domain/ad/limits.ts';
import { namesOf } from '#projections/kernel/topic.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { DEALS_PER_ADDRESS, RING_KEPT_MS } from '#server/ad/limits.ts';
import { createRings } from '#server/ad/ring.ts';
import { boosted, documentIn } from '../impression/support.ts';
import { picture } from '../support/pictures.ts';
import { eventually, type Student, signUpMember } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

/** The ads that the server deals to pages. */

let server: TestServer;
let owner: Student;
beforeAll(async () => {
  server = await testServer({ trustedProxies: 1 });
  owner = await signUpMember(server, 'owner', await picture(40, 30));
});
afterAll(() => server.end());

const ask = (query = '', address = '198.51.100.1', campus = 'ou') =>
  server.browser().ask('GET', `/api/sponsored/${campus}${query}`, { headers: { 'x-forwarded-for': address } });

describe('the ads of a page', () => {
  it('[FEED-10] are few of many, in the order of their ends; the next follow, and the first comes after the last', async () => {
    const ads: { postId: string; adId: string }[] = [];
    for (let n = 0; n < SPONSORED_ADS + 2; n += 1) ads.push(await boosted(owner, `Desk ${n}`));
    // In the order of their ends: they were boosted for as long, one after the other.
    const order = ads.map(({ postId }) => postId);
    const { json } = await eventually(async () => {
      const answer = await ask();
      const next = await ask(`?place=${answer.json.place}&from=${SPONSORED_ADS}`);
      const all = new Set([...answer.json.posts, ...next.json.posts]);
      return all.size === ads.length ? answer : null;
    });
    expect(json.posts).toHaveLength(SPONSORED_ADS);
    const first = order.indexOf(json.posts[0]);
    const turned = [...order.slice(first), ...order.slice(0, first)];
    expect(json.posts).toEqual(turned.slice(0, SPONSORED_ADS));
    const more = await ask(`?place=${json.place}&from=${SPONSORED_ADS}`);
    expect(more.json.posts).toEqual([...turned.slice(SPONSORED_ADS), ...turned.slice(0, SPONSORED_ADS - 2)]);

    // No feed gets more than that at once, however many run.
    const { documents } = (await owner.ask('GET', `/api/topics/${topicName.sponsored('ou')}`)).json;
    const sent = documents.filter(({ collection }: { collection: string }) => collection === 'sponsored');
    expect(sent).toHaveLength(SPONSORED_ADS);
    const [post = ''] = json.posts;
    const some = topicName.someSponsored('ou', namesOf([post]));
    expect(await documentIn(owner, some, post)).toMatchObject({ id: post, label: 'Shop Now' });
    expect(await documentIn(owner, some, post.replace(/^./, 'x'))).toBeUndefined();
  });

  it('[CAMP-18 in part] are of one campus, and of one that there is', async () => {
    const { postId } = await boosted(owner, 'A desk of one campus');
    // Named in the topic of another campus, which is open to everybody, it is none of that.
    const elsewhere = topicName.someSponsored('ut', namesOf([postId]));
    expect((await owner.ask('GET', `/api/topics/${elsewhere}`)).status).toBe(200);
    expect(await documentIn(owner, elsewhere, postId)).toBeUndefined();
    expect(await documentIn(owner, topicName.someSponsored('ou', namesOf([postId])), postId)).toBeDefined();
    expect((await ask('', '198.51.100.2', 'ut')).json.posts).toEqual([]);
    expect((await ask('', '198.51.100.2', 'nowhere')).status).toBe(404);
    for (const query of ['?place=x', '?from=-1', '?from=1e9', '?place=1.5'])
      expect((await ask(query)).status).toBe(404);
  });

  it('are asked for so often by one network address; others are not slowed, and who is signed in there has a share', async () => {
    const many = Array.from({ length: DEALS_PER_ADDRESS.burst * 1.5 }, () => ask('', '198.51.100.77'));
    expect((await Promise.all(many)).map(({ status }) => status)).toContain(429);
    expect((await ask('', '198.51.100.78')).status).toBe(200);
    const beside = { headers: { 'x-forwarded-for': '198.51.100.77' } };
    expect((await owner.ask('GET', '/api/sponsored/ou', beside)).status).toBe(200);
  });
});

describe('the running ads', () => {
  it('are read once for all who ask within seconds, and leave at their ends', async () => {
    let now = Date.parse('2026-03-02T09:00:00.000Z');
    let reads = 0;
    const doc = { id: 'a', ad: 'ad a', order: '1', endTime: new Date(now + 1_000).toISOString() };
    const rings = createRings({
      clock: () => new Date(now),
      readStore: {
        async query() {
          reads += 1;
          return [{ collection: 'sponsored', key: 'a', position: '1', doc }];
        },
        get: async () => [],
      },
    });
    for (let n = 0; n < 100; n += 1) expect(await rings.of('ou')).toHaveLength(1);
    expect(reads).toBe(1);
    now += 1_000;
    expect(await rings.of('ou')).toEqual([]);
    expect(reads).toBe(1);
    now += RING_KEPT_MS;
    await rings.of('ou');
    expect(reads).toBe(2);
  });
});
