import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { ACTION_REQUESTS_PER_ADDRESS, ACTIONS_OF_ACCOUNT, ACTIONS_OF_ADDRESS } from '#server/impression/limits.ts';
import { createLogger } from '#server/observability/logging.ts';
import { callControl } from '#server/roles/control.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { eventually, type Student, signUpConfirmed, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';
import { boosted, documentIn, track } from './support.ts';

/** The figures of ads over HTTP, and what somebody may try to make them wrong. */

let server: TestServer;
const lines: string[] = [];
let owner: Student;
let other: Student;
beforeAll(async () => {
  // Each sender says its network address.
  const logger = createLogger('info', { stream: { write: (line) => lines.push(line) } });
  server = await testServer({ trustedProxies: 1 }, { logger });
  const face = await picture(40, 30);
  owner = await signUpMember(server, 'owner', face);
  other = await signUpMember(server, 'other', face);
});
afterAll(() => server.end());

const from = (address: string) => ({ 'x-forwarded-for': address });
const figuresOf = (adId: string) => documentIn(owner, topicName.adFigures(adId), adId) as Promise<Figures | undefined>;

interface Figures {
  readonly views: number;
  readonly accounts_reached: number;
  readonly copied_link: number;
}

/** Waits until what a marker did is counted: everything before it is by then. */
async function settled({ postId, adId }: { readonly postId: string; readonly adId: string }, n: number) {
  await track(server.browser(), postId, ['copied_link'], randomUUID(), from(`192.0.2.${n}`));
  return eventually(async () => {
    const found = await figuresOf(adId);
    return found !== undefined && found.copied_link > 0 ? found : null;
  });
}

describe('what is done with a sponsored post', () => {
  it('[ANLT-02 in part] [ANLT-03 in part] [ANLT-08] is counted: each action once a page session, each viewer once', async () => {
    const ad = await boosted(owner);
    const session = randomUUID();
    const all = ['view', 'direct_message', 'external_link_click', 'profile_visit'];
    expect((await track(other, ad.postId, all, session)).status).toBe(204);
    await Promise.all(Array.from({ length: 5 }, () => track(other, ad.postId, all, session)));
    await track(other, ad.postId, ['view']);
    // Two visitors of one address are one viewer; another address is another one.
    await track(server.browser(), ad.postId, ['view'], randomUUID(), from('198.51.100.1'));
    await track(server.browser(), ad.postId, ['view'], randomUUID(), from('198.51.100.1'));
    await track(server.browser(), ad.postId, ['view'], randomUUID(), from('198.51.100.2'));
    expect(await settled(ad, 1)).toMatchObject({
      ...{ views: 5, accounts_reached: 3, direct_messages: 1, external_link_clicks: 1, profile_visits: 1 },
      copied_link: 1,
    });
    const day = new Date().toISOString().slice(0, 10);
    const found = await documentIn(owner, topicName.figureDays(ad.adId), `${ad.adId}:${day}`);
    expect(found).toMatchObject({ views: 5, accounts_reached: 3 });
  });

  it('[ANLT-09 in part] does not count of the owner, of internal accounts, and of posts that are not sponsored', async () => {
    const ad = await boosted(owner);
    const internal = await signUpConfirmed(server, 'internal');
    const moderator = await signUpConfirmed(server, 'moderator');
    await callControl(await controlOf(server.dataDir), 'moderator', { email: moderator.email, remove: false });
    expect(await moderator.give('OptOutOfAnalytics', { userId: internal.userId })).toMatchObject({ ok: true });
    await eventually(() => documentIn(moderator, topicName.optOuts('all'), internal.userId));
    const plain = await write(owner, 'Not sponsored.');
    for (const each of [owner, internal]) await track(each, ad.postId, ['view']);
    await track(other, plain, ['view']);
    expect(await settled(ad, 2)).toMatchObject({ views: 0, accounts_reached: 0 });
    expect(await documentIn(owner, topicName.post(plain), plain)).toMatchObject({ id: plain });
  });

  it('does not count once the ad is stopped', async () => {
    const ad = await boosted(owner);
    expect(await settled(ad, 3)).toMatchObject({ views: 0, copied_link: 1 });
    expect(await owner.give('StopAd', ad)).toMatchObject({ ok: true });
    expect((await track(other, ad.postId, ['view'])).status).toBe(204);
    expect(await figuresOf(ad.adId)).toMatchObject({ views: 0, copied_link: 1 });
  });

  it('[ANLT-04 in part] is nobody else’s to see', async () => {
    const ad = await boosted(owner);
    for (const topic of [topicName.adFigures(ad.adId), topicName.figureDays(ad.adId)]) {
      expect((await owner.ask('GET', `/api/topics/${topic}`)).status).toBe(200);
      expect((await other.ask('GET', `/api/topics/${topic}`)).status).toBe(403);
    }
  });
});

describe('a request that does not count', () => {
  it('[ANLT-03] is no error, and logged alone: missing and wrong inputs, robots, and things that are not there', async () => {
    const ad = await boosted(owner);
    const bodies = [
      ...[
        {},
        { session: 'a' },
        { session: 'a', actions: [] },
        { actions: [{ actionType: 'view', postId: ad.postId }] },
      ],
      ...[
        { session: 'a', actions: [{ actionType: 'view' }] },
        { session: 'a', actions: [{ postId: ad.postId }] },
      ],
      { session: 'a', actions: [{ actionType: 'look', postId: ad.postId }] },
      { session: 'a'.repeat(41), actions: [{ actionType: 'view', postId: ad.postId }] },
    ];
    const noted = () => lines.filter((line) => line.includes('Actions at sponsored posts do not count.')).length;
    const before = noted();
    for (const body of bodies) {
      expect((await other.ask('POST', '/api/trackPostAnalytics', { body })).status).toBe(204);
    }
    expect(noted()).toBe(before + bodies.length);
    for (const agent of ['', 'Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0']) {
      const { status } = await track(other, ad.postId, ['view'], randomUUID(), { 'user-agent': agent });
      expect(status).toBe(204);
    }
    expect((await track(other, randomUUID(), ['view'])).status).toBe(204);
    expect(await settled(ad, 4)).toMatchObject({ views: 0 });
  });

  it('says nothing of who it is: an address and a user in it change nothing', async () => {
    const ad = await boosted(owner);
    const action = { actionType: 'view', postId: ad.postId };
    for (const n of [1, 2, 3]) {
      const claimed = { ipAddress: `203.0.113.${n}`, userId: randomUUID() };
      await other.ask('POST', '/api/trackPostAnalytics', {
        body: { session: `tab ${n}`, ...claimed, actions: [{ ...action, ...claimed }] },
        headers: { 'user-agent': 'Mozilla/5.0 (Macintosh) Version/26.0 Safari/605.1.15' },
      });
    }
    expect(await settled(ad, 5)).toMatchObject({ views: 3, accounts_reached: 1 });
  });
});

describe('a flood', () => {
  it('of page sessions of one account counts as few as somebody could open', async () => {
    const ad = await boosted(owner);
    await Promise.all(Array.from({ length: 200 }, () => track(other, ad.postId, ['view'])));
    const { views, accounts_reached } = await settled(ad, 6);
    process.stdout.write(`200 page sessions of one account: ${views} views, ${accounts_reached} account\n`);
    expect(accounts_reached).toBe(1);
    expect(views).toBeGreaterThanOrEqual(ACTIONS_OF_ACCOUNT.burst);
    expect(views).toBeLessThanOrEqual(ACTIONS_OF_ACCOUNT.burst + ACTIONS_OF_ACCOUNT.perMinute);
  });

  it('of one network address is refused, counts little, and slows nobody else, nor who is signed in there', async () => {
    const ad = await boosted(owner);
    const visitor = server.browser();
    const many = ACTION_REQUESTS_PER_ADDRESS.burst * 2;
    const asked = Array.from({ length: many }, () =>
      track(visitor, ad.postId, ['view'], randomUUID(), from('198.51.100.77')),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toContain(429);
    expect((await track(server.browser(), ad.postId, ['view'], randomUUID(), from('198.51.100.78'))).status).toBe(204);
    // Its own view counts for nothing, and it is not refused.
    expect((await track(owner, ad.postId, ['view'], randomUUID(), from('198.51.100.77'))).status).toBe(204);
    const { views, accounts_reached } = await settled(ad, 7);
    const refused = statuses.filter((status) => status === 429).length;
    process.stdout.write(`${many} requests of one address: ${refused} refused, ${views - 1} views, 1 account\n`);
    expect(accounts_reached).toBe(2);
    expect(views).toBeLessThanOrEqual(ACTIONS_OF_ADDRESS.burst + ACTIONS_OF_ADDRESS.perMinute + 1);
  });
});
