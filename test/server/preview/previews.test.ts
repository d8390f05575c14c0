import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Preview, previews } from '#projections/preview/collections.ts';
import { type ForeignSite, foreignSite } from '../engines/foreignPages/foreignSite.ts';
import { picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const HTML = { 'content-type': 'text/html' };
/** Bytes that an endless page sends at a time. */
const PIECE = Buffer.alloc(64 * 1_024, 'x');

let site: ForeignSite;
let server: TestServer;
let ada: Student;

/** Sends until the other end has left. */
function sendEndlessly(response: ServerResponse): void {
  response.writeHead(200, HTML);
  const more = (): void => {
    while (!response.destroyed) if (!response.write(PIECE)) return void response.once('drain', more);
  };
  more();
}

beforeAll(async () => {
  const photo = await picture(600, 400);
  site = await foreignSite(({ url }, response) => {
    if (url === '/lamp.jpg') response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
    else if (url === '/endless') sendEndlessly(response);
    else if (url === '/inside') response.writeHead(302, { location: 'http://127.0.0.1/secret' }).end();
    else response.writeHead(200, HTML).end('<title>A lamp</title><meta property="og:image" content="/lamp.jpg">');
  });
  site.names.set('inside.example', ['10.0.0.1']);
  const face = await picture(40, 40);
  server = await testServer({ linkPreviews: true }, { network: site.network });
  ada = await signUpMember(server, 'ada', face);
});
afterAll(async () => {
  await server.end();
  await site.end();
});

async function post(text: string): Promise<string> {
  const id = randomUUID();
  await write(ada, text, {}, id);
  return postIdOf(ada, id);
}

/** The card of a post, as a visitor gets it with the feed. */
async function cardOf(postId: string): Promise<{ readonly title: string; readonly picture: { name: string } } | null> {
  const { json } = await server.browser().ask('GET', '/api/topics/feed:ou');
  const all = json.documents as { collection: string; key: string; doc: Preview | null }[];
  const found = all.find(({ collection, key }) => collection === previews.name && key === postId);
  return (found?.doc?.card as never) ?? null;
}

describe('the card of a link, from the post to the page', () => {
  it('[P8] comes with the feed, and its picture is for those who see the post', async () => {
    const postId = await post('Like http://shop.example/lamp');
    await eventually(async () => (await cardOf(postId)) !== null);
    const card = await cardOf(postId);
    const path = `/images/previews/${postId}/${card?.picture.name}`;
    const visitor = server.browser();
    expect([card?.title, (await visitor.ask('GET', path)).status]).toEqual(['A lamp', 200]);
    const own = await ada.ask('PUT', `/api/uploads/previews/${postId}`, { raw: await picture(40, 40) });
    expect(own.status).toBe(403);

    await ada.give('RemovePreview', { postId });
    await eventually(async () => (await cardOf(postId)) === null);
    expect((await visitor.ask('GET', path)).status).toBe(404);
  });

  it('[P10] is gone with the post, and so is its picture', async () => {
    const postId = await post('Or http://shop.example/other');
    await eventually(async () => (await cardOf(postId)) !== null);
    const path = `/images/previews/${postId}/${(await cardOf(postId))?.picture.name}`;
    expect((await ada.ask('GET', path)).status).toBe(200);
    await ada.give('DeletePost', { postId });
    await eventually(async () => (await ada.ask('GET', path)).status === 404);
  });

  it('is none for a private address, a redirect to one, and an endless answer; the next post has its card', async () => {
    const hostile = [
      await post('http://127.0.0.1/secret'),
      await post('http://inside.example/'),
      await post('http://shop.example/inside'),
      await post('http://endless.example/endless'),
    ];
    const last = await post('http://shop.example/last');
    await eventually(async () => (await cardOf(last)) !== null);
    await eventually(async () => site.connections.length >= 5);
    expect(await Promise.all(hostile.map(cardOf))).toEqual([null, null, null, null]);
    expect(site.connections.filter((each) => each !== '93.184.215.14 80')).toEqual([]);
  });
});
