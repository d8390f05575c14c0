import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { callControl } from '#server/roles/control.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { eventually, PASSWORD, postIdOf, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const HOSTILE = "\"><script>alert(1)</script> & 'quotes' <!--quad-boot--> $& مرحبا 🪑";

let server: TestServer;
let ada: Student;
let post: string;
let site: string;

beforeAll(async () => {
  server = await testServer();
  site = `http://ou.localhost:${server.port}`;
  ada = await signUpMember(server, 'ada', await picture(80, 60));
  const id = randomUUID();
  const upload = await ada.ask('PUT', `/api/uploads/posts/${postIdOf(ada, id)}`, { raw: await picture(2_000, 1_000) });
  const price = { cents: 4_550, orBestOffer: false };
  post = await write(ada, HOSTILE, { media: [upload.json.media], price }, id);
  await eventually(async () => (await tagsOf(`/post/${post}`)).has('og:image'));
});
afterAll(async () => {
  await server.end();
});

/** Contents of the tags that other sites read, as a parser of HTML reads them; `scripts` counts those that are none. */
async function tagsOf(path: string, host = 'ou.localhost'): Promise<ReadonlyMap<string, string>> {
  const { text } = await server.browser(host).ask('GET', path);
  const tags = new Map<string, string>();
  let scripts = 0;
  const parser = new Parser({
    onopentag(name, { property, name: named, content, rel, href, type }) {
      if (name === 'script' && type !== 'application/ld+json') scripts += 1;
      if (name === 'meta') tags.set(property ?? named ?? '', content ?? '');
      if (name === 'link') tags.set(`${rel} ${type ?? ''}`.trim(), href ?? '');
    },
  });
  parser.end(text);
  return tags.set('scripts', String(scripts));
}

const oembed = (url: string, more: Readonly<Record<string, string>> = {}, host = 'ou.localhost') =>
  server.browser(host).ask('GET', `/api/oembed?${new URLSearchParams({ url, ...more })}`);

describe('what other sites show of a profile', () => {
  const bio = `I sell ${HOSTILE}`;
  const namesOf = (path: string) => tagsOf(path).then((tags) => tags.get('og:title'));

  it('is the name, bio and picture, in its one address, however the name is written', async () => {
    const face = await picture(80, 60);
    const fay = await signUpMember(server, 'fay', face, { name: 'Fay Canary', bio });
    await eventually(async () => (await namesOf('/faycanary')) === 'Fay C.');
    for (const path of ['/faycanary', '/FayCanary?redirect=true']) {
      expect(Object.fromEntries(await tagsOf(path, 'ut.localhost'))).toMatchObject({
        ...{ 'og:type': 'profile', 'og:url': `${site}/faycanary`, canonical: `${site}/faycanary` },
        ...{ 'og:title': 'Fay C.', 'og:description': bio, 'og:image:alt': 'Photo of Fay C.' },
        'og:image': expect.stringMatching(new RegExp(`^${site}/images/profilePics/${fay.userId}/[a-z0-9-]+\\.[a-z]+$`)),
      });
    }
    const image = new URL((await tagsOf('/faycanary')).get('og:image') ?? '');
    const { status, headers } = await server.browser().ask('GET', image.pathname);
    expect([status, headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
    expect((await oembed(`${site}/faycanary`)).json).toMatchObject({
      title: 'Fay C.',
      author_url: `${site}/faycanary`,
    });
    for (const path of ['/home', '/nobody', `/${'x'.repeat(200)}`, '/%ff']) {
      expect([path, (await tagsOf(path)).get('og:type')]).toEqual([path, undefined]);
    }
  });

  it('[P8] [P10] [CAMP-07 in part] is nothing of a private campus, of who is banned, deletes the account or is erased', async () => {
    const names = ['gil', 'hal', 'ivy'];
    const face = await picture(40, 40);
    const people = [];
    for (const name of names) people.push(await signUpMember(server, name, face, { name: `${name} Canary`, bio }));
    const [gil, hal, ivy] = people as [Student, Student, Student];
    const control = await controlOf(server.dataDir);
    const shown = (name: string) => eventually(async () => (await namesOf(`/${name}canary`))?.includes('C.'));
    const hidden = async (name: string) => {
      await eventually(async () => !(await namesOf(`/${name}canary`))?.includes('C.'));
      const { text } = await server.browser().ask('GET', `/${name}canary`);
      expect(text.slice(0, text.indexOf('quad-boot'))).not.toMatch(/Canary|C\.|I sell/);
      expect((await oembed(`${site}/${name}canary`)).status).toBe(404);
    };
    for (const name of names) await shown(name);
    await callControl(control, 'moderator', { email: ada.email, remove: false });
    const banned = { userId: gil.userId, reason: 'scam', note: '', about: gil.userId };
    await eventually(async () => (await ada.give('BanPerson', banned)).ok === true);
    await hidden('gil');
    await callControl(control, 'privacy', { campus: 'ou', privacy: 'private' });
    await hidden('hal');
    await callControl(control, 'privacy', { campus: 'ou', privacy: 'public' });
    await shown('hal');
    await callControl(control, 'erase', { userId: hal.userId });
    await hidden('hal');
    const deletion = await ivy.ask('POST', '/api/account/deletion', { body: { id: randomUUID(), password: PASSWORD } });
    expect(deletion.status).toBeLessThan(300);
    await hidden('ivy');
  });
});

describe('what other sites show of a post', () => {
  it('[FEED-25 in part] is its words, price and photo, however hostile the words are, whatever host is asked', async () => {
    const expected = {
      'og:url': `${site}/post/${post}`,
      'og:title': HOSTILE,
      'og:description': HOSTILE,
      'og:site_name': 'University of Oklahoma',
      'og:type': 'product',
      'product:price:amount': '45.50',
      'product:price:currency': 'USD',
      'og:image': expect.stringMatching(new RegExp(`^${site}/images/posts/${post}/[a-z0-9-]+\\.[a-z]+\\?w=1280$`)),
      'og:image:width': '1280',
      'og:image:height': '640',
      'og:image:alt': 'Photo by Ada L.',
      'twitter:card': 'summary_large_image',
      canonical: `${site}/post/${post}`,
    };
    for (const host of ['ou.localhost', 'ut.localhost', 'evil.example']) {
      const tags = await tagsOf(`/post/${post}?redirect=true`, host);
      expect(Object.fromEntries(tags)).toMatchObject(expected);
      // A photo of it in full size is the same post.
      expect(Object.fromEntries(await tagsOf(`/media/${post}?photo=2`, host))).toMatchObject(expected);
      // The client takes out what is marked; all of it is.
      const { text } = await server.browser(host).ask('GET', `/post/${post}`);
      const ofPage = text.match(/<(?:meta|link)[^>]*(?:og:|twitter:|product:|canonical|oembed)/g) ?? [];
      expect(ofPage.filter((tag) => !tag.includes(' data-summary '))).toEqual([]);
      // No element of its own came with the words.
      expect(tags.get('scripts')).toBe((await tagsOf('/home', host)).get('scripts'));
    }
    const plain = await write(ada, 'A chair without a price');
    await eventually(async () => (await tagsOf(`/post/${plain}`)).get('og:title') === 'A chair without a price');
    const tags = await tagsOf(`/post/${plain}`);
    expect([tags.get('og:type'), tags.get('twitter:card'), tags.has('og:image')]).toEqual([
      'article',
      'summary',
      false,
    ]);
  });

  it('is cut where other sites would cut it, between characters as they are read', async () => {
    const chair = await write(ada, '👩‍🎓'.repeat(90));
    await eventually(async () => (await tagsOf(`/post/${chair}`)).has('og:title'));
    const tags = await tagsOf(`/post/${chair}`);
    expect(tags.get('og:title')).toBe(`${'👩‍🎓'.repeat(69)}…`);
    expect(tags.get('og:description')).toBe('👩‍🎓'.repeat(90));
    // [SHOP-A1 in part] The first line is the title.
    const desk = await write(ada, 'A walnut desk\nIt has two drawers.');
    await eventually(async () => (await tagsOf(`/post/${desk}`)).has('og:title'));
    expect((await tagsOf(`/post/${desk}`)).get('og:title')).toBe('A walnut desk');
    expect((await tagsOf(`/post/${desk}`)).get('og:description')).toBe('A walnut desk It has two drawers.');
    const long = await write(ada, 'x'.repeat(300));
    await eventually(async () => (await tagsOf(`/post/${long}`)).has('og:title'));
    expect((await tagsOf(`/post/${long}`)).get('og:description')).toBe(`${'x'.repeat(199)}…`);
  });

  it('has a picture that outsiders may fetch, and that is checked anew by shared caches', async () => {
    const image = new URL((await tagsOf(`/post/${post}`)).get('og:image') ?? '');
    const { status, headers } = await server.browser().ask('GET', image.pathname + image.search);
    expect([status, headers['cross-origin-resource-policy'], headers['set-cookie']]).toEqual([
      200,
      'cross-origin',
      undefined,
    ]);
    expect(headers['cache-control']).toContain('s-maxage=0');
  });

  it('is answered by oEmbed, in the size that is asked for', async () => {
    const discovered = new URL((await tagsOf(`/post/${post}`)).get('alternate application/json+oembed') ?? '');
    expect(discovered.origin).toBe(site);
    const { status, json, headers } = await server.browser().ask('GET', discovered.pathname + discovered.search);
    expect(status).toBe(200);
    expect(json).toEqual({
      version: '1.0',
      type: 'link',
      title: HOSTILE,
      author_name: 'Ada L.',
      author_url: expect.stringMatching(new RegExp(`^${site}/\\w+$`)),
      provider_name: 'OU Quad',
      provider_url: site,
      cache_age: 300,
      thumbnail_url: expect.stringMatching(/\?w=1280$/),
      thumbnail_width: 1_280,
      thumbnail_height: 640,
    });
    expect(headers).toMatchObject({ 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*' });
    const small = await oembed(`${site}/post/${post}?redirect=true`, { maxwidth: '700', maxheight: '200' });
    expect(small.json).toMatchObject({ thumbnail_width: 320, thumbnail_height: 160 });
    expect((await oembed(`${site}/post/${post}`, { maxwidth: '10' })).json.thumbnail_url).toBeUndefined();
  });

  it('is nothing for what is no address of a post here', async () => {
    const asked: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
      [`https://evil.example/post/${post}`, {}, 404],
      [`http://user@evil.example/post/${post}`, {}, 404],
      [`${site}/home`, {}, 404],
      [`${site}/post/${randomUUID()}`, {}, 404],
      ['javascript:alert(1)', {}, 404],
      ['', {}, 404],
      ['x'.repeat(3_000), {}, 400],
      [`${site}/post/${post}`, { maxwidth: '-1' }, 400],
      [`${site}/post/${post}`, { maxwidth: 'NaN' }, 400],
      [`${site}/post/${post}`, { format: 'xml' }, 501],
    ];
    for (const [url, more, status] of asked) expect([url, (await oembed(url, more)).status]).toEqual([url, status]);
    expect((await server.browser().ask('GET', '/api/oembed')).status).toBe(400);
  });

  it('[P8] [P10] [CAMP-07 in part] is nothing of what was deleted or erased, of comments, and of a private campus, for its members too', async () => {
    const silent = async (id: string, asker = server.browser()) => {
      const { text } = await asker.ask('GET', `/post/${id}`);
      const head = text.slice(0, text.indexOf('quad-boot'));
      expect(head).not.toMatch(/canary|Ada L|Eve L/);
      expect((await oembed(`${site}/post/${id}`)).status).toBe(404);
    };
    const shown = (id: string) => eventually(async () => (await oembed(`${site}/post/${id}`)).status === 200);
    const hidden = (id: string) => eventually(async () => (await oembed(`${site}/post/${id}`)).status === 404);
    const doomed = await write(ada, 'A canary that is deleted');
    await shown(doomed);
    const comment = { text: [{ type: 'paragraph', children: [{ text: 'canary' }] }], media: [], root: post };
    const id = randomUUID();
    expect(await ada.give('AddComment', { ...comment, parent: post }, id)).toMatchObject({ ok: true });
    await silent(postIdOf(ada, id));
    expect(await ada.give('DeletePost', { postId: doomed })).toMatchObject({ ok: true });
    await hidden(doomed);
    await silent(doomed);

    const eve = await signUpMember(server, 'eve', await picture(40, 40));
    const own = await write(eve, 'A canary of Eve');
    await shown(own);
    await callControl(await controlOf(server.dataDir), 'erase', { userId: eve.userId });
    await hidden(own);
    await silent(own);

    await callControl(await controlOf(server.dataDir), 'privacy', { campus: 'ou', privacy: 'private' });
    await hidden(post);
    await silent(post, ada);
    await callControl(await controlOf(server.dataDir), 'privacy', { campus: 'ou', privacy: 'public' });
    await shown(post);
  });
});
