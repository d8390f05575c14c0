import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { callControl } from '#server/roles/control.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUpMember, write, written } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;
beforeAll(async () => {
  server = await testServer();
  ada = await signUpMember(server, 'ada', await picture(80, 60));
});
afterAll(async () => {
  await server.end();
});

/** `srcset` and `sizes` of the pictures that a page names, in their order. */
async function namedBy(path: string, asker: Pick<Student, 'ask'> = server.browser()) {
  const { text } = await asker.ask('GET', path);
  const tags = new JSDOM(text).window.document.querySelectorAll('head link[rel="preload"][as="image"]');
  return [...tags].map((tag) => [tag.getAttribute('imagesrcset'), tag.getAttribute('imagesizes')]);
}

/** Writes a post with photos of 2,000 by some 1,000 pixels. @returns its id, and the `srcset` of each photo */
async function postWith(count: number) {
  const id = randomUUID();
  const post = postIdOf(ada, id);
  const media: { readonly name: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    // Each another file.
    const photo = await picture(2_000, 1_000 + n);
    media.push((await ada.ask('PUT', `/api/uploads/posts/${post}`, { raw: photo })).json.media);
  }
  expect(await ada.give('CreatePost', { text: written('A desk'), media, category: 'all' }, id)).toMatchObject({
    ok: true,
  });
  const sets = media.map(({ name }) => {
    const path = `/images/posts/${post}/${name}`;
    return `${path}?w=320 320w, ${path}?w=640 640w, ${path}?w=1280 1280w, ${path} 2000w`;
  });
  await eventually(async () => (await server.browser().ask('GET', '/home')).text.includes(post));
  return { post, sets };
}

it('[SHOP-E in part] a feed names the pictures of its first cards, and a post its first, as the page asks for them', async () => {
  await postWith(1);
  const older = await postWith(1);
  await write(ada, 'Words alone.');
  const newer = await postWith(2);
  const [alone, half] = ['calc(min(100vw, 500px) * 1.00)', 'calc(min(100vw, 500px) * 1.25)'];
  const first = [...newer.sets.map((set) => [set, half]), ...older.sets.map((set) => [set, alone])];
  for (const path of ['/home', '/', '/home?category=all']) expect([path, await namedBy(path)]).toEqual([path, first]);
  expect(await namedBy('/home', ada)).toEqual(first);
  expect(await namedBy(`/post/${newer.post}`)).toEqual([[newer.sets[0], 'min(100vw, 500px)']]);
  // At most three: a slow line carries the code, too.
  const { sets } = await postWith(5);
  expect((await namedBy('/home')).map(([set]) => set)).toEqual(sets.slice(0, 3));
});

it('[SHOP-E in part] none is named of another campus’s post where the page leads to its site, or says that this one is closed', async () => {
  const { post, sets } = await postWith(1);
  const elsewhere = server.browser('stanford.localhost');
  const control = await controlOf(server.dataDir);
  await callControl(control, 'privacy', { campus: 'stanford', privacy: 'public' });
  await eventually(async () => (await namedBy(`/post/${post}`, elsewhere)).length > 0);
  expect(await namedBy(`/post/${post}`, elsewhere)).toEqual([[sets[0], 'min(100vw, 500px)']]);
  expect(await namedBy(`/post/${post}?redirect=true`, elsewhere)).toEqual([]);
  expect(await namedBy(`/post/${post}?redirect=true`)).toHaveLength(1);
  await callControl(control, 'privacy', { campus: 'stanford', privacy: 'private' });
  await eventually(async () => (await namedBy(`/post/${post}`, elsewhere)).length === 0);
});

it('[SHOP-E in part] [P8] none is named of posts without one, of other pages, of a post that is deleted, and of a closed campus', async () => {
  const { post } = await postWith(1);
  const words = await write(ada, 'No picture here.');
  for (const path of [`/post/${words}`, '/login', '/settings', '/nobody']) {
    expect([path, await namedBy(path)]).toEqual([path, []]);
  }
  expect(await namedBy(`/post/${post}`)).toHaveLength(1);
  expect(await ada.give('DeletePost', { postId: post })).toMatchObject({ ok: true });
  await eventually(async () => (await namedBy(`/post/${post}`)).length === 0);
  expect(await namedBy('/home')).not.toEqual([]);
  await callControl(await controlOf(server.dataDir), 'privacy', { campus: 'ou', privacy: 'private' });
  await eventually(async () => (await namedBy('/home')).length === 0);
  expect(await namedBy('/home', ada)).not.toEqual([]);
});
