import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { callControl } from '#server/roles/control.ts';
import { SEARCH_DELAY_MS } from '#server/searchIndex/searchProjector.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUpMember, write, written } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const HOSTILE = '</noscript><script>alert(1)</script> <img src=x onerror=alert(1)> <!-- "&amp; $& 🪑';

let server: TestServer;
let ada: Student;
beforeAll(async () => {
  server = await testServer();
  ada = await signUpMember(server, 'ada', await picture(80, 60));
});
afterAll(async () => {
  await server.end();
});

/** A page as a browser that runs no scripts has it: there the content of `<noscript>` is elements. */
async function pageOf(path: string, asker = server.browser()) {
  const { text } = await asker.ask('GET', path);
  const { document } = new JSDOM(text).window;
  return { text, document, main: document.querySelector<HTMLElement>('noscript main') };
}

const linksOf = (parent: ParentNode | null) =>
  [...(parent?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')]);

/** Writes a post with a photo and a price. */
async function offer(text: readonly object[]) {
  const id = randomUUID();
  const upload = await ada.ask('PUT', `/api/uploads/posts/${postIdOf(ada, id)}`, { raw: await picture(2_000, 1_000) });
  const price = { cents: 4_550, orBestOffer: true };
  const data = { text, media: [upload.json.media], category: 'furniture', price };
  expect(await ada.give('CreatePost', data, id)).toMatchObject({ ok: true });
  return { post: postIdOf(ada, id), photo: upload.json.media.name };
}

describe('a page without scripts', () => {
  it('[SHOP-E in part] has the posts of the feed with words, prices, photos, authors and links, however hostile they are', async () => {
    const { post, photo } = await offer([...written('A walnut desk'), ...written(HOSTILE)]);
    const lamp = await write(ada, HOSTILE);
    const main = await eventually(async () => {
      const page = await pageOf('/home');
      return page.text.includes(lamp) && page.text.includes(photo) && page.main;
    });
    expect(main.querySelector('h1')?.textContent).toBe('University of Oklahoma');
    const articles = [...main.querySelectorAll('article')];
    expect(articles.map((each) => linksOf(each.querySelector('h2')))).toEqual([
      [[HOSTILE, `/post/${lamp}`]],
      [['A walnut desk', `/post/${post}`]],
    ]);
    const [, desk] = articles;
    expect([...(desk?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent).slice(0, 3)).toEqual([
      '$45.50 or best offer',
      'A walnut desk',
      HOSTILE,
    ]);
    const image = desk?.querySelector('img');
    expect([image?.getAttribute('src'), image?.width, image?.height, image?.alt]).toEqual([
      `/images/posts/${post}/${photo}?w=640`,
      640,
      320,
      'Photo by Ada L.',
    ]);
    const [[author, profile] = []] = linksOf(desk?.querySelector('p:last-child') ?? null);
    expect(author).toBe('Ada L.');
    expect((await pageOf(profile ?? '')).main?.textContent).toContain('I sell books.');
    expect(main.querySelectorAll('script, [onerror], noscript').length).toBe(0);
    // The feeds of the categories that have posts lead on, and one of them says what it is.
    const category = ['Furniture', '/home?category=furniture'];
    expect(linksOf([...main.querySelectorAll('nav')].at(-1) ?? null)).toEqual([category]);
    const shelf = await pageOf('/home?category=furniture');
    expect(shelf.main?.querySelector('h1')?.textContent).toBe('Furniture · University of Oklahoma');
    expect(shelf.main?.querySelectorAll('article').length).toBe(1);
    // Search engines read the list of it.
    const lists = [...shelf.document.querySelectorAll('script[type="application/ld+json"]')];
    expect(lists.map(({ textContent }) => JSON.parse(textContent ?? ''))).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        itemListElement: [{ '@type': 'ListItem', position: 1, url: `http://ou.localhost:${server.port}/post/${post}` }],
      },
    ]);
    // The client takes all of it out of the page that it shows.
    const marked = shelf.document.querySelectorAll('noscript[data-summary], script[data-summary]');
    expect(marked.length).toBe(2);
  });

  it('[SHOP-E in part] has a post whole with its comments in their order, and the way back', async () => {
    const { post } = await offer([...written('A chair'), ...written('x'.repeat(300))]);
    await write(ada, `First ${HOSTILE}`, { root: post });
    await write(ada, 'Second', { root: post });
    const main = await eventually(async () => {
      const page = await pageOf(`/post/${post}`);
      return page.text.includes('Second') && page.main;
    });
    expect(main.querySelector('h1')?.textContent).toBe('A chair');
    expect(linksOf(main.querySelector('nav'))).toEqual([['OU Quad', '/home']]);
    const words = [...main.querySelectorAll('article')].map(({ textContent }) => textContent);
    expect(words.length).toBe(3);
    expect(words[0]).toContain('x'.repeat(300));
    expect(words[1]).toContain(`First ${HOSTILE}`);
    expect(words[2]).toContain('Second');
  });

  it('[SHOP-E in part] [P8] [P9] [P10] has nothing for who is signed in, of what is deleted, and of a private campus', async () => {
    const post = await write(ada, 'A canary');
    await eventually(async () => (await pageOf('/home')).main?.textContent?.includes('A canary'));
    for (const path of ['/home', `/post/${post}`, '/adalovelace']) {
      expect([path, (await pageOf(path, ada)).main]).toEqual([path, null]);
    }
    const doomed = await write(ada, 'A canary that is deleted');
    await eventually(async () => (await pageOf(`/post/${doomed}`)).main?.textContent?.includes('A canary'));
    expect(await ada.give('DeletePost', { postId: doomed })).toMatchObject({ ok: true });
    await eventually(async () => (await pageOf(`/post/${doomed}`)).main === null);
    expect((await pageOf('/home')).main?.textContent).not.toContain('that is deleted');
    const control = await controlOf(server.dataDir);
    await callControl(control, 'privacy', { campus: 'ou', privacy: 'private' });
    for (const path of ['/home', '/media', `/post/${post}`, '/adalovelace']) {
      await eventually(async () => (await pageOf(path)).main === null);
      expect([path, (await pageOf(path)).text.includes('canary')]).toEqual([path, false]);
    }
    await callControl(control, 'privacy', { campus: 'ou', privacy: 'public' });
    await eventually(async () => (await pageOf(`/post/${post}`)).main !== null);
  });

  it('[SHOP-E in part] has what a search found, and says when it found nothing', async () => {
    const astrolabe = await write(ada, 'An astrolabe of brass');
    const other = await write(ada, 'Another astrolabe, of wood');
    await write(ada, 'A sextant');
    // Slowly: searches of an address are limited.
    const found = await eventually(async () => {
      await pause(SEARCH_DELAY_MS);
      const { main } = await pageOf('/search?q=astrolabe');
      return main?.querySelectorAll('article').length === 2 && main;
    });
    expect(found.querySelector('h1')?.textContent).toBe('Results for “astrolabe”');
    expect(linksOf(found.querySelector('h2'))).toHaveLength(1);
    const paths = [...found.querySelectorAll('h2 a')].map((each) => each.getAttribute('href'));
    expect(paths.toSorted()).toEqual([`/post/${astrolabe}`, `/post/${other}`].toSorted());
    const none = (await pageOf(`/search?q=${encodeURIComponent('<b>nothing</b>')}`)).main;
    expect(none?.querySelector('h1')?.textContent).toBe('No results for “<b>nothing</b>”');
    expect(none?.querySelector('form')?.getAttribute('action')).toBe('/search');
  });
});
