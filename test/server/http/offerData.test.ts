import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { callControl } from '#server/roles/control.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUpMember, write, written } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const HOSTILE = '</script><script>alert(1)</script><!--<script> "}]} $& \\u003c & 🪑';

let server: TestServer;
let ada: Student;
let site: string;
beforeAll(async () => {
  server = await testServer();
  site = `http://ou.localhost:${server.port}`;
  ada = await signUpMember(server, 'ada', await picture(80, 60));
});
afterAll(async () => {
  await server.end();
});

/** The scripts of a page by their types, as a parser of HTML finds them. */
async function scriptsOf(path: string, asker = server.browser()) {
  const { text, headers } = await asker.ask('GET', path);
  const scripts: { readonly type: string; readonly isTakenOut: boolean; text: string }[] = [];
  let isScript = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      isScript = name === 'script';
      const { type = '' } = attributes;
      if (isScript) scripts.push({ type, isTakenOut: 'data-summary' in attributes, text: '' });
    },
    ontext(more) {
      const last = scripts.at(-1);
      if (isScript && last !== undefined) last.text += more;
    },
    onclosetag() {
      isScript = false;
    },
  });
  parser.end(text);
  return { scripts, head: text.slice(0, text.indexOf('quad-boot')), policy: headers['content-security-policy'] };
}

/** The offer of a page, as JSON-LD says it; `null`: none. */
async function offerOf(path: string, asker = server.browser()) {
  const { scripts } = await scriptsOf(path, asker);
  const data = scripts.filter(({ type }) => type === 'application/ld+json').map(({ text }) => JSON.parse(text));
  const found = data.filter((each) => each['@type'] === 'Product');
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0] ?? null;
}

/** Writes a post that offers something. */
async function offer(student: Student, text: string, terms: object, media: readonly unknown[] = [], id = randomUUID()) {
  const data = { text: written(text), media, category: 'furniture', ...terms };
  expect(await student.give('CreatePost', data, id)).toMatchObject({ ok: true });
  return postIdOf(student, id);
}

const price = { cents: 4_550, orBestOffer: true };

describe('the offer of a post, as search engines read it', () => {
  it('[SHOP-E in part] is price, condition and availability beside the words, and nothing of it runs, however hostile they are', async () => {
    const id = randomUUID();
    const address = `/api/uploads/posts/${postIdOf(ada, id)}`;
    const { media } = (await ada.ask('PUT', address, { raw: await picture(2_000, 1_000) })).json;
    const post = await offer(
      ada,
      `${HOSTILE}\nIt is\u2028<!--quad-boot--> oak.`,
      { price, condition: 'like new' },
      [media],
      id,
    );
    const path = `/post/${post}`;
    const found = await eventually(() => offerOf(path));
    expect(found).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      url: site + path,
      name: HOSTILE,
      description: `${HOSTILE} It is <!--quad-boot--> oak.`,
      image: `${site}/images/posts/${post}/${media.name}?w=1280`,
      category: 'Furniture',
      offers: {
        '@type': 'Offer',
        url: site + path,
        price: '45.50',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/UsedCondition',
        seller: { '@type': 'Person', name: 'Ada L.', url: expect.stringMatching(new RegExp(`^${site}/\\w+$`)) },
      },
    });
    const { scripts, policy } = await scriptsOf(path);
    // No element came with the words, and the client takes this one out of the page that it shows.
    expect(scripts.map(({ type, isTakenOut }) => [type, isTakenOut])).toEqual([
      ['application/ld+json', true],
      ['application/json', false],
    ]);
    expect(policy).toContain("script-src 'self';");
    // A member reads the same.
    expect(await offerOf(path, ada)).toEqual(found);
  });

  it('[SHOP-E in part] follows the sale, and what names no price offers nothing', async () => {
    const post = await offer(ada, 'A lamp', { price: { cents: 0, orBestOffer: false }, condition: 'for parts' });
    const path = `/post/${post}`;
    const availability = async () => (await offerOf(path))?.offers.availability;
    await eventually(async () => (await availability()) === 'https://schema.org/InStock');
    expect((await offerOf(path)).offers).toMatchObject({
      price: '0.00',
      itemCondition: 'https://schema.org/DamagedCondition',
    });
    for (const [sale, expected] of [
      ['pending', 'LimitedAvailability'],
      ['sold', 'SoldOut'],
    ]) {
      expect(await ada.give('SetSale', { postId: post, sale })).toMatchObject({ ok: true });
      await eventually(async () => (await availability()) === `https://schema.org/${expected}`);
    }
    const talk = await write(ada, 'Who has a lamp?');
    await eventually(async () => (await scriptsOf(`/post/${talk}`)).head.includes('Who has a lamp?'));
    for (const none of [`/post/${talk}`, '/home', '/adalovelace'])
      expect([none, await offerOf(none)]).toEqual([none, null]);
  });

  it('[SHOP-E in part] [P8] [P10] is nothing of what was deleted or erased, of who is banned, and of a private campus', async () => {
    const control = await controlOf(server.dataDir);
    const face = await picture(40, 40);
    const [bob, eve] = [await signUpMember(server, 'bob', face), await signUpMember(server, 'eve', face)];
    await callControl(control, 'moderator', { email: ada.email, remove: false });
    const [doomed, ofBob, ofEve, own] = [
      await offer(ada, 'A canary', { price }),
      await offer(bob, 'A canary of Bob', { price }),
      await offer(eve, 'A canary of Eve', { price }),
      await offer(ada, 'A canary that stays', { price }),
    ];
    const isShown = async (post: string, asker?: Student) => (await offerOf(`/post/${post}`, asker)) !== null;
    for (const post of [doomed, ofBob, ofEve, own]) await eventually(() => isShown(post));
    const gone = (post: string) => eventually(async () => !(await isShown(post)));
    expect(await ada.give('DeletePost', { postId: doomed })).toMatchObject({ ok: true });
    await gone(doomed);
    const banned = { userId: bob.userId, reason: 'scam', note: '', about: bob.userId };
    expect(await ada.give('BanPerson', banned)).toMatchObject({ ok: true });
    await gone(ofBob);
    await callControl(control, 'erase', { userId: eve.userId });
    await gone(ofEve);
    await callControl(control, 'privacy', { campus: 'ou', privacy: 'private' });
    await gone(own);
    // Members read the page, and other sites nothing of it.
    expect(await isShown(own, ada)).toBe(false);
    await callControl(control, 'privacy', { campus: 'ou', privacy: 'public' });
    await eventually(() => isShown(own));
  });
});
