import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import sharp from 'sharp';
import { personal } from '#domain/kernel/personal.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { servedFile } from '#server/engines/media/servedFile.ts';
import { errorHandler } from '#server/http/errors.ts';
import { imageRoutes } from '#server/http/images.ts';
import { files } from '#server/nouns.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { animatedGif, picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUp, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;
let image: string;
let draft: string;
beforeAll(async () => {
  server = await testServer();
  ada = await signUpMember(server, 'ada', await picture(80, 60));
  const id = randomUUID();
  const folder = `posts/${postIdOf(ada, id)}`;
  const put = async (bytes: Buffer) => (await ada.ask('PUT', `/api/uploads/${folder}`, { raw: bytes })).json.media;
  const media = await put(await picture(900, 600));
  image = `/images/${folder}/${media.name}`;
  await write(ada, 'A lamp.', { media: [media] }, id);
  draft = `/images/${folder}/${(await put(await picture(300, 200))).name}`;
  // Seen once the read models have the post.
  await eventually(async () => (await get(image)).status === 200);
});
afterAll(async () => {
  await server.end();
});

const get = (path: string, headers: Record<string, string> = {}) => server.browser().ask('GET', path, { headers });

/** Fields of a command's data. */
function fieldsOf(schema: unknown): object {
  return (schema as { readonly shape?: object }).shape ?? {};
}

describe('pictures', () => {
  it('[POST-25] come in the size that is asked for', async () => {
    const widths = await Promise.all(
      ['', '?w=320', '?w=640', '?w=1280', '?w=7', '?w=x', '?w=320&w=640'].map(
        async (query) => (await sharp((await get(`${image}${query}`)).bytes).metadata()).width,
      ),
    );
    expect(widths).toEqual([900, 320, 640, 900, 900, 900, 900]);
  });

  it('that move come as their first frame to those who ask for it, which is another content to every cache', async () => {
    const folder = `posts/${postIdOf(ada, randomUUID())}`;
    const raw = await animatedGif(400, 200, 3);
    const { name } = (await ada.ask('PUT', `/api/uploads/${folder}`, { raw })).json.media;
    const answers = await Promise.all(
      ['', '?still', '?w=320', '?w=320&still'].map((query) => ada.ask('GET', `/images/${folder}/${name}${query}`)),
    );
    const made = await Promise.all(answers.map(({ bytes }) => sharp(bytes, { animated: true }).metadata()));
    expect(made.map(({ width, pages = 1 }) => [width, pages])).toEqual([
      [400, 3],
      [400, 1],
      [320, 3],
      [320, 1],
    ]);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(4);
  });

  it('are kept for good, and known again without being sent', async () => {
    const { headers } = await get(`${image}?w=320`);
    // A browser caches it for a year; a shared cache asks each time, so that deleted pictures disappear there, too.
    expect(headers['cache-control']).toBe('public, max-age=31536000, s-maxage=0, proxy-revalidate');
    const again = await get(`${image}?w=320`, { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.bytes.byteLength]).toEqual([304, 0]);
    expect((await get(image, { 'if-none-match': headers.etag ?? '' })).status).toBe(200);
  });

  it('[GUARD-13 in part] are removed by the edit of their post alone: no other request takes one away', async () => {
    const [, kind = '', id = '', name = ''] = image.split('/').slice(1);
    for (const path of [image, `/api/uploads/${kind}/${id}`, `/api/uploads/${kind}/${id}/${name}`]) {
      for (const method of ['DELETE', 'POST', 'PATCH'] as const) {
        const { status } = await ada.ask(method, path);
        expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true]);
      }
    }
    expect((await get(image)).status).toBe(200);
    // A command that takes files away names those that stay, as the composer sends it; nothing else has files.
    const withFiles = Object.values(commandDefinitions).filter(({ schema }) =>
      /media|picture/.test(Object.keys(fieldsOf(schema)).join()),
    );
    expect(withFiles.map(({ type }) => type).sort()).toEqual([
      'AddComment',
      'ChangeProfilePicture',
      'CreatePost',
      'EditPost',
      'SendMessage',
    ]);
    const { text } = await ada.ask('GET', `/api/topics/post:${id}`);
    expect(text).toContain(name);
  });

  it('[P10] that a shared cache holds are refused to it once their post is deleted', async () => {
    const id = randomUUID();
    const folder = `posts/${postIdOf(ada, id)}`;
    const { media } = (await ada.ask('PUT', `/api/uploads/${folder}`, { raw: await picture(50, 40) })).json;
    const path = `/images/${folder}/${media.name}`;
    const postId = await write(ada, 'A chair.', { media: [media] }, id);
    await eventually(async () => (await get(path)).status === 200);
    const held = { 'if-none-match': (await get(path)).headers.etag ?? '' };
    expect((await get(path, held)).status).toBe(304);
    await ada.give('DeletePost', { postId });
    await eventually(async () => (await get(path, held)).status === 404);
  });

  it('[P8] [POST-18] of a comment go with its post, though the comment itself goes later', async () => {
    const [post, comment] = [randomUUID(), randomUUID()];
    const standing = {
      id: comment,
      root: post,
      campus: 'ou',
      author: ada.userId,
      media: personal([{ name: 'a.webp' }]),
    };
    const docs: Record<string, unknown> = { [post]: { id: post, root: post }, [comment]: standing };
    const router = imageRoutes({
      files,
      authenticate: async () => null,
      readStore: { get: async (refs) => refs.map((ref) => ({ ...ref, position: '', doc: docs[ref.key] as object })) },
      media: {
        describe: async () => new Map(),
        file: () => servedFile(import.meta.filename),
      },
    });
    const app = express().use(router, errorHandler(silentLogger));
    const http = app.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const status = async () => {
      const { port } = http.address() as AddressInfo;
      return (await fetch(`http://127.0.0.1:${port}/images/posts/${comment}/a.webp`)).status;
    };
    try {
      expect(await status()).toBe(200);
      docs[post] = null;
      expect(await status()).toBe(404);
    } finally {
      http.closeAllConnections();
      http.close();
    }
  });

  it('come in parts when a part is asked for', async () => {
    const whole = await get(image);
    const part = await get(image, { range: 'bytes=0-99' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 0-99/${whole.bytes.byteLength}`]);
    expect(part.bytes).toEqual(whole.bytes.subarray(0, 100));
    expect([part.headers['accept-ranges'], part.headers['content-length']]).toEqual(['bytes', '100']);
    const rest = await get(image, { range: 'bytes=100-', 'if-range': whole.headers.etag ?? '' });
    expect([rest.status, rest.bytes]).toEqual([206, whole.bytes.subarray(100)]);
    const dated = await get(image, { range: 'bytes=100-', 'if-range': whole.headers['last-modified'] ?? '' });
    expect([dated.status, dated.bytes]).toEqual([206, whole.bytes.subarray(100)]);
  });

  it('come whole when the part is of another file, and not at all when no byte of it is there', async () => {
    const whole = await get(image);
    const other = await get(image, { range: 'bytes=100-', 'if-range': '"another"' });
    expect([other.status, other.bytes]).toEqual([200, whole.bytes]);
    const several = await get(image, { range: 'bytes=0-1,5-6' });
    expect([several.status, several.bytes]).toEqual([200, whole.bytes]);
    const beyond = await get(image, { range: `bytes=${whole.bytes.byteLength}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.bytes.byteLength}`]);
    expect(beyond.bytes.byteLength).toBe(0);
    expect(beyond.headers['cache-control']).toBe('no-store');
  });

  it('come whole as a part when more of their end is asked for than there is, and HEAD knows no parts', async () => {
    const whole = await get(image);
    const { byteLength } = whole.bytes;
    const end = await get(image, { range: `bytes=-${byteLength + 1}` });
    expect([end.status, end.headers['content-range']]).toEqual([206, `bytes 0-${byteLength - 1}/${byteLength}`]);
    expect(end.bytes).toEqual(whole.bytes);
    expect((await get(image, { range: 'bytes=-0' })).status).toBe(416);
    const head = await server.browser().ask('HEAD', image, { headers: { range: 'bytes=0-1' } });
    expect([head.status, head.headers['content-length']]).toEqual([200, String(byteLength)]);
  });

  it('tell their size without being sent', async () => {
    const whole = await get(image);
    const head = await server.browser().ask('HEAD', image);
    expect([head.status, head.bytes.byteLength]).toEqual([200, 0]);
    expect(head.headers).toMatchObject({
      'content-length': String(whole.bytes.byteLength),
      etag: whole.headers.etag,
      'last-modified': whole.headers['last-modified'],
    });
  });

  it('can be nothing but pictures', async () => {
    const { headers } = await get(image);
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
  });

  it('[P8] that no post names are seen by who brought them, and by nobody else', async () => {
    const bob = await signUp(server, 'bob');
    expect((await get(draft)).status).toBe(404);
    expect((await bob.ask('GET', draft)).status).toBe(404);
    const own = await ada.ask('GET', draft);
    expect([own.status, own.headers['cache-control']]).toEqual([200, 'private, max-age=31536000, immutable']);
  });

  it('[DATA-03] are answered as a gallery in their order, and by no other rule than their post (P8)', async () => {
    const id = randomUUID();
    const folder = `posts/${postIdOf(ada, id)}`;
    const put = async (bytes: Buffer) => (await ada.ask('PUT', `/api/uploads/${folder}`, { raw: bytes })).json.media;
    const media = [await put(await picture(70, 40)), await put(await picture(40, 70))];
    const postId = await write(ada, 'Two chairs.', { media }, id);
    const gallery = async () => get(`/api/posts/${postId}/img_gallery`);
    await eventually(async () => (await gallery()).status === 200);
    expect((await gallery()).json).toEqual([
      {
        img_path: `/images/${folder}/${media[0].name}`,
        img_name: media[0].name,
        img_order: 0,
        img_width: 70,
        img_height: 40,
      },
      {
        img_path: `/images/${folder}/${media[1].name}`,
        img_name: media[1].name,
        img_order: 1,
        img_width: 40,
        img_height: 70,
      },
    ]);
    expect((await get((await gallery()).json[1].img_path)).status).toBe(200);
    await ada.give('DeletePost', { postId });
    await eventually(async () => (await gallery()).status === 410);
    expect((await get(`/api/posts/${randomUUID()}/img_gallery`)).status).toBe(404);
  });

  it('[PROF-28] of people lie under images/profilePics/{userId}/{name}.webp in three sizes, each new one under a new name', async () => {
    const folder = `images/profilePics/${ada.userId}`;
    const change = async (bytes: Buffer): Promise<string> => {
      const { media } = (await ada.ask('PUT', `/api/uploads/profilePics/${ada.userId}`, { raw: bytes })).json;
      expect((await ada.give('ChangeProfilePicture', { picture: media })).ok).toBe(true);
      await eventually(async () => (await get(`/${folder}/${media.name}`)).status === 200);
      return media.name;
    };
    const before = await change(await picture(1_500, 1_400));
    expect(before).toMatch(/^[0-9a-f-]{36}\.webp$/);
    const widths = await Promise.all(
      ['', '?w=320', '?w=640', '?w=1280'].map(
        async (query) => (await sharp((await get(`/${folder}/${before}${query}`)).bytes).metadata()).width,
      ),
    );
    expect(widths).toEqual([1_500, 320, 640, 1_280]);
    const stored = await readdir(join(server.dataDir, 'media', 'profilePics', ada.userId));
    const stem = before.replace('.webp', '');
    expect(stored).toEqual(
      expect.arrayContaining([before, `${stem}-320.webp`, `${stem}-640.webp`, `${stem}-1280.webp`]),
    );

    const after = await change(await picture(1_400, 1_500));
    expect(after).not.toBe(before);
    // The old one is replaced everywhere: it is not served any more.
    await eventually(async () => (await ada.ask('GET', `/${folder}/${before}`)).status === 404);
  });

  it('[PROF-28 in part] of people are what their profile names', async () => {
    const { documents } = (await ada.ask('GET', `/api/topics/person:${ada.userId}`)).json;
    const { doc } = documents.find(({ collection }: { collection: string }) => collection === 'people');
    expect((await get(`/images/profilePics/${ada.userId}/${doc.picture.name}`)).status).toBe(200);
  });
});
