import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { findCampus } from '#domain/campus/registry.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { topicAnswerSchema } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { bootParts } from '#server/http/bootParts.ts';
import { createPageBoot } from '#server/http/pageBoot.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { Browser } from '../support/browser.ts';
import { picture } from '../support/pictures.ts';
import { eventually, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;
let post: string;
beforeAll(async () => {
  server = await testServer();
  ada = await signUpMember(server, 'ada', await picture(40, 40));
  post = await write(ada, 'A </script><script>typewriter');
});
afterAll(async () => {
  await server.end();
});

/** The data in a page for its client. */
async function bootOf(browser: Browser, path: string) {
  const { text, headers } = await browser.ask('GET', path);
  const json = /<script type="application\/json" id="quad-boot">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
  return { headers, boot: JSON.parse(json) };
}

describe('the first view in the page', () => {
  it('is left out for a while after an outage, without a wait for each page', async () => {
    const campus = findCampus('ou');
    if (campus === undefined) throw new Error('There is no campus ou.');
    let now = 0;
    let asked = 0;
    let isAway = true;
    const readBoot = createPageBoot({
      authenticate: async () => null,
      firstView: () => ['feed'],
      firstSearch: () => null,
      askSearch: () => Promise.reject(new Error('Nothing is searched.')),
      async readTopic() {
        asked += 1;
        if (isAway) throw new Unavailable('The read store does not answer.');
        return { ok: true, cursor: { generation: '', era: '', position: '' }, fresh: true, documents: [], floor: '' };
      },
      summarise: async () => null,
      mailboxAt: () => null,
      hasGoogle: false,
      hasPayments: false,
      logger: silentLogger,
      uptime: () => now,
    });
    const request = {
      path: '/home',
      originalUrl: '/home',
      get: () => undefined,
      headers: {},
      app: { get: () => 0 },
    } as unknown as Request;
    const boot = () => readBoot(request, { locals: {} } as Response, campus);
    expect([await boot(), await boot(), asked]).toEqual([null, null, 1]);
    isAway = false;
    now = 4_999;
    expect([await boot(), asked]).toEqual([null, 1]);
    now = 5_000;
    expect(Object.keys((await boot())?.topics ?? {})).toEqual(['feed']);
  });

  it('holds topics in the order of their names, whichever is read first', async () => {
    const slow = Promise.withResolvers<void>();
    const campus = findCampus('ou');
    if (campus === undefined) throw new Error('There is no campus ou.');
    const readBoot = createPageBoot({
      authenticate: async () => null,
      firstView: () => ['slow', 'quick', 'refused'],
      firstSearch: () => null,
      askSearch: () => Promise.reject(new Error('Nothing is searched.')),
      async readTopic({ topic }) {
        if (topic === 'refused') return { ok: false, refusal: { code: 'NO', text: 'No.', data: {}, retry: false } };
        if (topic === 'slow') await slow.promise;
        else setImmediate(slow.resolve);
        return { ok: true, cursor: { generation: '', era: '', position: '' }, fresh: true, documents: [], floor: '' };
      },
      summarise: async () => null,
      mailboxAt: () => null,
      hasGoogle: false,
      hasPayments: false,
      logger: silentLogger,
    });
    const request = {
      path: '/home',
      originalUrl: '/home',
      get: () => undefined,
      headers: {},
      app: { get: () => 0 },
    } as unknown as Request;
    const boot = await readBoot(request, { locals: {} } as Response, campus);
    expect(Object.keys(boot?.topics ?? {})).toEqual(['slow', 'quick']);
  });

  it('[P9] is packed, and nothing of the viewer with what others wrote', async () => {
    const packed = async (browser: Browser) =>
      browser.ask('GET', '/home', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    await ada.give('SavePost', { postId: post });
    const unpacked = (answer: { readonly bytes: Buffer }) => gunzipSync(answer.bytes).toString();
    // News in between make another page, and each says when it was read.
    const timeless = (text: string) => text.replace(/"at":\d+/, '');
    const answer = await eventually(async () => {
      const asked = await packed(ada);
      return timeless((await ada.ask('GET', '/home')).text) === timeless(unpacked(asked)) ? asked : null;
    });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(answer.bytes.length) });
    const page = unpacked(answer);
    // Verbatim parts of the stream were compressed on their own; shared text never appears verbatim.
    const asItIs = answer.bytes.toString('latin1');
    expect(asItIs).toContain(`{"user":{"id":"${ada.userId}"}`);
    expect(asItIs).toContain(`"email":"${ada.email}"`);
    // Own documents among those of everybody, too.
    expect(asItIs).toMatch(new RegExp(`"collection":"saves"[^}]*${post}`));
    expect(page).toContain('typewriter');
    expect(asItIs).not.toContain('typewriter');

    const visitors = await packed(server.browser());
    expect(visitors.headers['content-encoding']).toMatch(/br|gzip/);
  });

  it('is not packed for a signed-in browser that takes only what would pack it whole', async () => {
    for (const path of ['/home', `/api/topics/${topicName.me(ada.userId)}`]) {
      const answer = await ada.ask('GET', path, { headers: { 'accept-encoding': 'br' } });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers['cache-control']).toBe('no-store, no-transform');
    }
  });

  it('says when it was read: a device’s clock may be wrong', async () => {
    const before = Date.now();
    const { boot } = await bootOf(ada, '/home');
    expect(boot.at).toBeGreaterThanOrEqual(before);
    expect(boot.at).toBeLessThanOrEqual(Date.now());
  });

  it('[AUTH-31] says who asks, as the session would', async () => {
    for (const browser of [server.browser(), ada]) {
      const { boot, headers } = await bootOf(browser, '/home');
      expect(boot.session).toEqual((await browser.ask('GET', '/api/session')).json);
      expect(headers['cache-control']).toMatch(/^no-store/);
    }
  });

  it('[P8] holds the answers that the hub would give to who asks, and nobody else’s', async () => {
    const visitor = server.browser();
    const shown = [topicName.feed('ou'), topicName.campus('ou'), topicName.community('ou')];
    for (const [browser, topics] of [
      [visitor, shown],
      [
        ada,
        [
          ...shown,
          topicName.me(ada.userId),
          ...['ou', 'talk'].map((list) => topicName.unreadNotifications(list, ada.userId)),
        ],
      ],
    ] as const) {
      const { boot } = await bootOf(browser, '/home');
      expect(Object.keys(boot.topics).sort()).toEqual([...topics].sort());
      for (const topic of topics) {
        const answer = topicAnswerSchema.parse(boot.topics[topic]);
        const { json } = await browser.ask('GET', `/api/topics/${topic}`);
        expect(answer.documents).toEqual(json.documents);
      }
    }
  });

  it('holds the thread on the page of a post, and nothing refused on any', async () => {
    const { boot } = await bootOf(server.browser(), `/post/${post}`);
    expect(Object.keys(boot.topics)).toContain(topicName.post(post));
    const inFullSize = await bootOf(server.browser(), `/media/${post}`);
    expect(Object.keys(inFullSize.boot.topics)).toEqual(Object.keys(boot.topics));
    const unknown = await bootOf(server.browser(), `/post/${randomUUID()}`);
    expect(Object.keys(unknown.boot.topics)).toEqual([topicName.community('ou'), topicName.campus('ou')]);
    expect(Object.keys((await bootOf(ada, '/saved')).boot.topics)).toEqual([
      topicName.me(ada.userId),
      topicName.community('ou'),
      ...['ou', 'talk'].map((list) => topicName.unreadNotifications(list, ada.userId)),
    ]);
  });

  it('holds the first hits of a search as the client asks for them, and the topics that keep them live; without words the popular ones', async () => {
    const answersAt = async (path: string) => (await bootOf(server.browser(), path)).boot;
    const first = { hits: [{ key: post }], more: false };
    for (const question of ['q=typewriter&show=latest', 'q=ada&show=people']) {
      await eventually(
        async () => (await server.browser().ask('GET', `/api/search?${question}`)).json.hits?.length > 0,
      );
    }
    for (const [asked, question, topic] of [
      ['q=+typewriter+&utm_source=x', 'q=typewriter&show=latest', topicName.somePosts('ou', post)],
      [
        'show=latest&q=typewriter&standing=any',
        'q=typewriter&show=latest&standing=any',
        topicName.somePosts('ou', post),
      ],
      ['q=typewriter&show=nothing', 'q=typewriter&show=latest', topicName.somePosts('ou', post)],
    ] as const) {
      const { answers, topics } = await answersAt(`/search?${asked}`);
      expect(answers).toEqual({ [`/api/search?${question}&page=1`]: first });
      expect(Object.keys(topics)).toContain(topic);
    }
    const people = await answersAt('/search?show=people&q=ada&category=furniture');
    expect(people.answers).toEqual({
      '/api/search?q=ada&show=people&page=1': { hits: [{ key: ada.userId }], more: false },
    });
    expect(Object.keys(people.topics)).toContain(topicName.somePeople('ou', ada.userId));
    const blank = await answersAt('/search?q=+');
    expect([blank.answers, Object.keys(blank.topics)]).toEqual([
      undefined,
      [topicName.community('ou'), topicName.popularSearches('ou')],
    ]);
  });

  it('[P9] the words of a member’s search are not packed with what others wrote', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await eventually(async () => {
      const page = await ada.ask('GET', '/search?q=typewriter', { headers });
      return gunzipSync(page.bytes).toString().includes('"answers":') ? page : null;
    });
    expect(answer.bytes.toString('latin1')).toContain('/api/search?q=typewriter');
  });

  it('[FEED-07] holds the feed of the category that the address asks for, and the whole one where there is none such', async () => {
    const feedOf = async (query: string) => {
      const { boot } = await bootOf(server.browser(), `/home?${query}`);
      return Object.keys(boot.topics).filter((name) => /^(feed|shelf):/.test(name));
    };
    const clothes = 'clothing, shoes, & accessories';
    expect(await feedOf(String(new URLSearchParams({ category: clothes })))).toEqual([topicName.shelf('ou', clothes)]);
    for (const query of ['category=weapons', 'category=all', 'category', 'category=%', '?']) {
      expect([query, await feedOf(query)]).toEqual([query, [topicName.feed('ou')]]);
    }
  });

  it('can’t be broken out of by what people write', async () => {
    const { boot } = await bootOf(server.browser(), '/home');
    expect(JSON.stringify(boot)).toContain('A </script><script>typewriter');
  });

  it('[CAMP-16 in part] names the site beside the campuses’ own, where there is one: sessions are fetched from there', () => {
    const campus = findCampus('ut');
    if (campus === undefined) throw new Error('There is no campus ut.');
    const dataOf = (publicUrl: string | null) =>
      JSON.parse(
        bootParts(campus, publicUrl, null)
          .map(({ text }) => text)
          .join(''),
      );
    expect(dataOf('https://quad.example').publicUrl).toBe('https://quad.example');
    expect(dataOf(null)).not.toHaveProperty('publicUrl');
  });
});
