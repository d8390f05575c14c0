import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { callControl } from '#server/roles/control.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUpMember, write, written } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const HOSTILE = ']]></title><script>alert(1)</script> &amp; "quotes" <!-- \ufffe\uffff $& مرحبا 🪑';
/** The same without the two characters that XML has no place for. */
const IN_XML = HOSTILE.replace('\ufffe\uffff', '');

let server: TestServer;
let ada: Student;
let site: string;
beforeAll(async () => {
  // Each question says its network address.
  server = await testServer({ trustedProxies: 1 });
  site = `http://ou.localhost:${server.port}`;
  ada = await signUpMember(server, 'ada', await picture(80, 60));
});
afterAll(async () => {
  await server.end();
});

let asked = 0;
/** Asks from a network address of its own, if the headers name none. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}, host = 'ou.localhost') {
  asked += 1;
  const from = { 'x-forwarded-for': `10.0.${asked >> 8}.${asked & 0xff}` };
  return server.browser(host).ask('GET', path, { headers: { ...from, ...headers } });
}

/** A feed as a strict parser of XML reads it. */
async function read(path = '/feed.xml', host = 'ou.localhost') {
  const { text, status } = await ask(path, {}, host);
  expect([path, status]).toEqual([path, 200]);
  const { document } = new JSDOM(text, { contentType: 'application/xml' }).window;
  const of = (parent: Element | null, name: string) => {
    const found = [...(parent?.children ?? [])].find(({ tagName }) => tagName === name);
    return found === undefined ? null : found;
  };
  const channel = of(document.documentElement, 'channel');
  const items = [...(channel?.children ?? [])].filter(({ tagName }) => tagName === 'item');
  return {
    channel: Object.fromEntries(
      [...(channel?.children ?? [])].map(({ tagName, textContent }) => [tagName, textContent]),
    ),
    items: items.map((item) => ({
      ...Object.fromEntries([...item.children].map(({ tagName, textContent }) => [tagName, textContent])),
      enclosure: of(item, 'enclosure')?.getAttribute('url') ?? null,
    })) as readonly Readonly<Record<string, string | null>>[],
  };
}

const itemOf = async (post: string, path?: string) =>
  (await read(path)).items.find(({ link }) => link === `${site}/post/${post}`) ?? null;

/** Writes a post in a category. */
async function offer(text: readonly object[], terms: object = {}, media: readonly unknown[] = [], id = randomUUID()) {
  const data = { text, media, category: 'furniture', ...terms };
  expect(await ada.give('CreatePost', data, id)).toMatchObject({ ok: true });
  return postIdOf(ada, id);
}

describe('the feed of a campus for readers of news', () => {
  it('[SHOP-E in part] has posts whole, with price and photo, however hostile their words are, on the address of the campus', async () => {
    const id = randomUUID();
    const address = `/api/uploads/posts/${postIdOf(ada, id)}`;
    const { media } = (await ada.ask('PUT', address, { raw: await picture(2_000, 1_000) })).json;
    const item = (text: string, type = 'bulleted-item') => ({ type, children: [{ text, bold: true }] });
    const terms = { price: { cents: 4_550, orBestOffer: true }, condition: 'like new' };
    const text = [...written(HOSTILE), item('One <b>'), item('Two'), ...written('x'.repeat(300))];
    const post = await offer(text, terms, [media], id);
    const found = await eventually(() => itemOf(post));
    expect(found).toMatchObject({
      title: IN_XML,
      guid: `${site}/post/${post}`,
      'dc:creator': 'Ada L.',
      category: 'Furniture',
      enclosure: `${site}/images/posts/${post}/${media.name}?w=1280`,
    });
    expect(new Date(found.pubDate ?? '').toUTCString()).toBe(found.pubDate);
    // The description is HTML: as a reader shows it, the words are words.
    const { document } = new JSDOM(`<body>${found.description}`).window;
    expect([...document.body.children].map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['P', '$45.50 or best offer · Like new'],
      ['P', IN_XML],
      ['UL', 'One <b>Two'],
      ['P', 'x'.repeat(300)],
    ]);
    expect(document.querySelectorAll('script, title:not(:empty)').length).toBe(0);
    for (const host of ['ou.localhost', 'evil.example']) {
      const { channel, items } = await read('/feed.xml', host);
      expect(channel).toMatchObject({ title: 'OU Quad', link: `${site}/home` });
      expect(items.map(({ link }) => link)).toContain(`${site}/post/${post}`);
    }
    expect((await read('/feed.xml', 'ut.localhost')).items).toEqual([]);
    const image = new URL(found.enclosure ?? '');
    expect((await ask(image.pathname + image.search)).headers['content-type']).toBe('image/webp');
  });

  it('[SHOP-E in part] is there for a category, the page says where, and no other name has one', async () => {
    const lamp = await offer(written('A lamp'), { category: 'home decor' });
    const desk = await offer(written('A desk'));
    const path = '/feed.xml?category=home+decor';
    await eventually(() => itemOf(lamp, path));
    await eventually(() => itemOf(desk));
    const { channel, items } = await read(path);
    expect(channel).toMatchObject({ title: 'Home decor · OU Quad', link: `${site}/home?category=home+decor` });
    expect(items.map(({ title }) => title)).toEqual(['A lamp']);
    for (const wrong of ['nothing', '', 'all', 'furniture&category=furniture', '%00']) {
      expect([wrong, (await ask(`/feed.xml?category=${wrong}`)).status]).toEqual([wrong, 404]);
    }
    const links = async (page: string) => {
      const { document } = new JSDOM((await ask(page)).text).window;
      return [...document.querySelectorAll('link[type="application/rss+xml"]')].map((link) =>
        link.getAttribute('href'),
      );
    };
    expect(await links('/home')).toEqual([`${site}/feed.xml`]);
    expect(await links('/home?category=home+decor')).toEqual([site + path, `${site}/feed.xml`]);
    expect(await links('/home?category="><script>')).toEqual([`${site}/feed.xml`]);
  });

  it('[SHOP-E in part] is sent again only when it is another, and what is deleted makes it another', async () => {
    const post = await write(ada, 'A chair that is sold soon');
    await eventually(() => itemOf(post));
    const { headers } = await ask('/feed.xml');
    expect(headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'public, no-cache',
      vary: expect.stringMatching(/\bHost\b/),
    });
    expect(headers['set-cookie']).toBeUndefined();
    const [tag, date] = [
      { 'if-none-match': headers.etag ?? '' },
      { 'if-modified-since': headers['last-modified'] ?? '' },
    ];
    for (const known of [tag, date]) {
      const { status, text } = await ask('/feed.xml', known);
      expect([status, text]).toEqual([304, '']);
    }
    expect(await ada.give('DeletePost', { postId: post })).toMatchObject({ ok: true });
    await eventually(async () => (await itemOf(post)) === null);
    for (const known of [tag, date]) expect((await ask('/feed.xml', known)).status).toBe(200);
  });

  it('[SHOP-E in part] [P8] [P10] has nothing of comments, of who is erased or banned, and of a private campus', async () => {
    const control = await controlOf(server.dataDir);
    const face = await picture(40, 40);
    const [bob, eve] = [await signUpMember(server, 'bob', face), await signUpMember(server, 'eve', face)];
    await callControl(control, 'moderator', { email: ada.email, remove: false });
    const own = await write(ada, 'A canary that stays');
    const [ofBob, ofEve] = [await write(bob, 'A canary of Bob'), await write(eve, 'A canary of Eve')];
    for (const post of [own, ofBob, ofEve]) await eventually(() => itemOf(post));
    await write(ada, 'A comment', { root: own });
    const banned = { userId: bob.userId, reason: 'scam', note: '', about: bob.userId };
    expect(await ada.give('BanPerson', banned)).toMatchObject({ ok: true });
    await callControl(control, 'erase', { userId: eve.userId });
    for (const post of [ofBob, ofEve]) await eventually(async () => (await itemOf(post)) === null);
    const { text } = await ask('/feed.xml');
    expect(text).toContain('A canary that stays');
    expect(text).not.toMatch(/A comment|of Bob|of Eve/);
    await callControl(control, 'privacy', { campus: 'ou', privacy: 'private' });
    await eventually(async () => (await ask('/feed.xml')).status === 403);
    // For its members too: a feed is asked for without a session.
    for (const path of ['/feed.xml', '/feed.xml?category=furniture']) {
      const answer = await ada.ask('GET', path);
      expect([path, answer.status, answer.text.includes('canary')]).toEqual([path, 403, false]);
    }
    await callControl(control, 'privacy', { campus: 'ou', privacy: 'public' });
    await eventually(async () => (await ask('/feed.xml')).status === 200);
  });

  it('[SHOP-E in part] is asked for so often from one network address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => ask('/feed.xml', { 'x-forwarded-for': '198.51.100.1' })),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await ask('/feed.xml')).status).toBe(200);
  });
});
