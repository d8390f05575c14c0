import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DetailedError, Upload } from 'tus-js-client';
import { PHOTO_MAX_BYTES, VIDEO_MAX_BYTES } from '#domain/kernel/limits.ts';
import { UNNAMED_VIDEOS_PER_USER } from '#server/http/unnamedFiles.ts';
import { UPLOADS_AT_ONCE_PER_USER } from '#server/http/uploadLimits.ts';
import { mediaFixture } from '../../fixtures/media.ts';
import { picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUpConfirmed, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;
let bob: Student;
beforeAll(async () => {
  server = await testServer();
  ada = await signUpMember(server, 'ada', await picture(80, 60));
  bob = await signUpMember(server, 'bob', await picture(60, 80));
});
afterAll(() => server.end());

const TUS = { 'tus-resumable': '1.0.0' };
const PIECE = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const pathOf = (postId: string) => `/api/uploads/posts/${postId}/videos`;

/** The headers that a browser of the person sends with each request. */
function headersOf(student: Student): Record<string, string> {
  const host = `ou.localhost:${server.port}`;
  const cookie = [...student.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { host, origin: `http://${host}`, cookie };
}

const begin = (student: Student, postId: string, size: number, headers: Record<string, string> = {}) =>
  student.ask('POST', pathOf(postId), { headers: { ...TUS, 'upload-length': String(size), ...headers } });
const piece = (student: Student, address: string, offset: number, raw: Uint8Array, headers = {}) =>
  student.ask('PATCH', address, { raw, headers: { ...PIECE, 'upload-offset': String(offset), ...headers } });
const offsetOf = async (student: Student, address: string) =>
  Number((await student.ask('HEAD', address, { headers: TUS })).headers['upload-offset']);

/** Opens a request with all of a video, and sends only so many bytes of it. */
function openPiece(student: Student, address: string, film: Buffer, bytes: number): Socket {
  const socket = connect(server.port, '127.0.0.1');
  const length = { 'upload-offset': '0', 'content-length': film.byteLength };
  const head = Object.entries({ ...headersOf(student), ...PIECE, ...length });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`PATCH ${address} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(film.subarray(0, bytes));
  return socket;
}

/** Begins a video and sends all of it at once. @returns its address */
async function sent(student: Student, postId: string, bytes: Buffer): Promise<string> {
  const { headers } = await begin(student, postId, bytes.byteLength);
  await piece(student, headers.location ?? '', 0, bytes);
  return headers.location ?? '';
}

/** A video as a file that a post can name. */
async function stored(student: Student, postId: string, bytes: Buffer) {
  return (await student.ask('PUT', await sent(student, postId, bytes))).json.media;
}

describe('a video in pieces', () => {
  it('[POST-24 in part] comes by the protocol that tus-js-client speaks, cut ten times, and is in a post then', async () => {
    const film = mediaFixture('film.avi');
    const id = randomUUID();
    const postId = postIdOf(ada, id);
    let address: string | null = null;
    let cuts = 0;
    while (cuts < 10) {
      const before = address === null ? 0 : await offsetOf(ada, address);
      address = await new Promise<string>((resolve, reject) => {
        const upload: Upload = new Upload(film, {
          endpoint: `http://127.0.0.1:${server.port}${pathOf(postId)}`,
          uploadUrl: address === null ? null : `http://127.0.0.1:${server.port}${address}`,
          headers: headersOf(ada),
          chunkSize: 700,
          retryDelays: null,
          onChunkComplete: () => {
            void upload.abort();
            resolve((upload.url ?? '').replace(/^https?:\/\/[^/]+/, ''));
          },
          onError: reject,
        });
        upload.start();
      });
      cuts += 1;
      expect(await offsetOf(ada, address)).toBeGreaterThan(before);
    }
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(film, {
        uploadUrl: `http://127.0.0.1:${server.port}${address}`,
        headers: headersOf(ada),
        retryDelays: null,
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
    const { media } = (await ada.ask('PUT', address ?? '')).json;
    expect(media).toMatchObject({ kind: 'video', width: 160, height: 90, seconds: 2, poster: null });
    await write(ada, 'A film.', { media: [media] }, id);
    const path = `/images/posts/${postId}/${media.name}`;
    const whole = await eventually(async () => {
      const answer = await server.browser().ask('GET', path);
      return answer.status === 200 ? answer : null;
    });
    // AVI plays in no browser (Q25).
    expect(whole.headers['content-disposition']).toMatch(/^attachment/);
    expect([whole.headers['content-type'], whole.bytes.byteLength]).toEqual(['video/x-msvideo', film.byteLength]);
  });

  it('[P8] is served in parts to those who may see its post, and to its owner alone before', async () => {
    const id = randomUUID();
    const postId = postIdOf(ada, id);
    const film = await stored(ada, postId, mediaFixture('film.mp4'));
    const poster = (await ada.ask('PUT', `/api/uploads/posts/${postId}`, { raw: await picture(160, 90) })).json.media;
    const paths = [film.name, poster.name].map((name) => `/images/posts/${postId}/${name}`);
    const statuses = (of: Student) => Promise.all(paths.map(async (path) => (await of.ask('GET', path)).status));
    expect([await statuses(ada), await statuses(bob)]).toEqual([
      [200, 200],
      [404, 404],
    ]);
    await write(ada, 'A film.', { media: [{ ...film, poster: poster.name }] }, id);
    await eventually(async () => (await statuses(bob)).every((status) => status === 200));
    const part = await server.browser().ask('GET', paths[0] ?? '', { headers: { range: 'bytes=4-7' } });
    expect([part.status, part.text, part.headers['content-type']]).toEqual([206, 'ftyp', 'video/mp4']);
    expect(part.headers['content-disposition']).toBeUndefined();
    await ada.give('DeletePost', { postId });
    await eventually(async () => (await statuses(bob)).every((status) => status === 404));
  });

  it('goes on after a cut in the middle of a request: what came is there', async () => {
    const film = mediaFixture('film.avi');
    const { headers } = await begin(ada, postIdOf(ada, randomUUID()), film.byteLength);
    const address = headers.location ?? '';
    const socket = openPiece(ada, address, film, 5_000);
    await eventually(async () => (await offsetOf(ada, address)) === 5_000);
    socket.resetAndDestroy();
    expect((await piece(ada, address, 5_000, film.subarray(5_000))).status).toBe(204);
    expect((await ada.ask('PUT', address)).json.media).toMatchObject({ kind: 'video', width: 160 });
  });

  it('is copied on the disk when it is complete, so that counts among the few uploads of a person at once', async () => {
    const film = mediaFixture('film.avi');
    const postId = postIdOf(bob, randomUUID());
    const complete = await sent(bob, postId, film);
    const open = await Promise.all(
      Array.from({ length: UPLOADS_AT_ONCE_PER_USER }, async () => {
        const { headers } = await begin(bob, postId, film.byteLength);
        const socket = openPiece(bob, headers.location ?? '', film, 100);
        await eventually(async () => (await offsetOf(bob, headers.location ?? '')) === 100);
        return socket;
      }),
    );
    const refused = await bob.ask('PUT', complete);
    expect([refused.status, refused.json.error?.code]).toEqual([429, 'UPLOADS_AT_ONCE']);
    for (const socket of open) socket.destroy();
    await eventually(async () => (await bob.ask('PUT', complete)).status === 200);
  });

  it('[POST-06 in part] of 101 MB, or of no length, is refused before a byte of it is sent', async () => {
    const tooLarge = await begin(ada, randomUUID(), 101 * 1024 * 1024);
    expect([tooLarge.status, tooLarge.json.error.text]).toEqual([
      413,
      'A video may have at most 100 MB. Please choose a smaller one.',
    ]);
    expect((await begin(ada, randomUUID(), VIDEO_MAX_BYTES)).status).toBe(201);
    for (const size of ['0', '-1', '1e9', 'x', '9'.repeat(40)]) {
      const answer = await begin(ada, randomUUID(), 0, { 'upload-length': size });
      expect([size, answer.json.error.code]).toEqual([size, 'UPLOAD_MISSING']);
    }
  });

  it('[POST-06 in part] that is something else under a video’s name is refused with the exact text, and leaves nothing', async () => {
    const postId = postIdOf(ada, randomUUID());
    for (const [bytes, code] of [
      [Buffer.from('MZ not a film'), 'MEDIA_TYPE'],
      [await picture(20, 20), 'MEDIA_TYPE'],
      [mediaFixture('film.mp4').subarray(0, 1_000), 'VIDEO_BROKEN'],
    ] as const) {
      const address = await sent(ada, postId, bytes);
      const { json } = await ada.ask('PUT', address);
      expect(json.error.code).toBe(code);
      if (code === 'MEDIA_TYPE') expect(json.error.text).toBe('Only photos & videos are allowed!');
      expect((await ada.ask('HEAD', address, { headers: TUS })).status).toBe(404);
    }
  });

  it('of which more comes than was said, without a length, is refused; what fits is there', async () => {
    const film = mediaFixture('film.mp4');
    const { headers } = await begin(ada, postIdOf(ada, randomUUID()), film.byteLength - 5);
    const address = headers.location ?? '';
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = { ...headersOf(ada), ...PIECE, 'upload-offset': '0', 'transfer-encoding': 'chunked' };
      const asked = request({ port: server.port, path: address, method: 'PATCH', headers: sent }, resolve);
      asked.on('error', reject).end(film);
    });
    const { error } = JSON.parse(Buffer.concat(await answer.toArray()).toString());
    expect([answer.statusCode, error.code]).toEqual([413, 'UPLOAD_BEYOND']);
    expect(await offsetOf(ada, address)).toBe(film.byteLength - 5);
    await ada.ask('DELETE', address, { headers: TUS });
  });

  it('is a profile’s picture in no way', async () => {
    const path = `/api/uploads/profilePics/${ada.userId}`;
    expect((await ada.ask('POST', `${path}/videos`, { headers: { ...TUS, 'upload-length': '9' } })).status).toBe(404);
    const answer = await ada.ask('PUT', path, { raw: mediaFixture('film.mp4') });
    expect([answer.status, answer.json.error.text]).toEqual([415, 'Only photos are allowed!']);
  });

  it('is its sender’s alone, in a post that nobody else has written', async () => {
    const postId = postIdOf(ada, randomUUID());
    const film = mediaFixture('film.mp4');
    const address = await sent(ada, postId, film);
    const asked = [
      await bob.ask('HEAD', address, { headers: TUS }),
      await piece(bob, address, 0, film),
      await bob.ask('PUT', address),
      await bob.ask('DELETE', address, { headers: TUS }),
      await server.browser().ask('PUT', address),
    ];
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 401]);
    const theirs = await write(bob, 'A lamp.');
    await eventually(async () => (await begin(ada, theirs, 9)).json?.error?.code === 'NOT_YOUR_POST');
  });

  it('is asked for by the rules of the protocol', async () => {
    const film = mediaFixture('film.mp4');
    const known = await ada.ask('OPTIONS', pathOf(randomUUID()));
    expect([known.status, known.headers['tus-version'], known.headers['tus-max-size']]).toEqual([
      204,
      '1.0.0',
      String(VIDEO_MAX_BYTES),
    ]);
    const { headers } = await begin(ada, postIdOf(ada, randomUUID()), film.byteLength);
    const address = headers.location ?? '';
    const code = async (answer: ReturnType<Student['ask']>) => {
      const { status, json } = await answer;
      return [status, json?.error?.code];
    };
    expect(await code(piece(ada, address, 0, film, { 'tus-resumable': '0.2' }))).toEqual([412, 'UPLOAD_PROTOCOL']);
    expect(await code(piece(ada, address, 0, film, { 'content-type': 'video/mp4' }))).toEqual([415, 'UPLOAD_TYPE']);
    const joined = begin(ada, postIdOf(ada, randomUUID()), 9, { 'upload-concat': 'partial' });
    expect(await code(joined)).toEqual([422, 'UPLOAD_CONCATENATION']);
    expect(await code(piece(ada, address, 7, film))).toEqual([409, 'UPLOAD_OFFSET']);
    expect(await code(piece(ada, address, 0, Buffer.concat([film, film])))).toEqual([413, 'VIDEO_TOO_LARGE']);
    expect(await code(ada.ask('PUT', address))).toEqual([409, 'UPLOAD_OFFSET']);
    expect(await offsetOf(ada, address)).toBe(0);
    expect((await ada.ask('DELETE', address, { headers: TUS })).status).toBe(204);
    expect((await ada.ask('HEAD', address, { headers: TUS })).status).toBe(404);
    expect((await ada.ask('HEAD', `${pathOf(randomUUID())}/..%2f..%2fetc`, { headers: TUS })).status).toBe(404);
  });

  it('of one person may lie about up to a number; more are refused until a post names them', async () => {
    const eve = await signUpMember(server, 'eve', await picture(70, 70));
    for (let n = 0; n < UNNAMED_VIDEOS_PER_USER; n += 1) {
      expect((await begin(eve, randomUUID(), 10)).status).toBe(201);
    }
    const refused = await begin(eve, randomUUID(), 10);
    expect([refused.status, refused.json.error.code]).toEqual([429, 'UPLOADS_UNUSED']);
    // A photo is something else.
    const photo = await eve.ask('PUT', `/api/uploads/posts/${randomUUID()}`, { raw: await picture(9, 9) });
    expect(photo.status).toBe(200);
  });

  it('of one person may lie about up to the same number when all of them begin at once', async () => {
    const kim = await signUpMember(server, 'kim', await picture(71, 71));
    const answers = await Promise.all(
      Array.from({ length: 3 * UNNAMED_VIDEOS_PER_USER }, () => begin(kim, randomUUID(), 10)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(UNNAMED_VIDEOS_PER_USER);
  });

  it('of somebody without a school is refused before a byte is taken: any address could fill the disk', async () => {
    const zoe = await signUpConfirmed(server, 'zoe');
    const refused = await begin(zoe, randomUUID(), VIDEO_MAX_BYTES);
    expect([refused.status, refused.json.error.code]).toEqual([403, 'SCHOOL_NOT_VERIFIED']);
  });

  it('says in the refusal’s own words why, to the library as well', async () => {
    const error = await new Promise<DetailedError>((resolve, reject) => {
      const upload = new Upload(Buffer.alloc(10), {
        endpoint: `http://127.0.0.1:${server.port}${pathOf(randomUUID())}`,
        headers: { ...headersOf(ada), cookie: '' },
        retryDelays: null,
        onSuccess: () => reject(new Error('It was taken.')),
        onError: (error) => resolve(error as DetailedError),
      });
      upload.start();
    });
    expect(JSON.parse(error.originalResponse?.getBody() ?? '').error.code).toBe('SIGNED_OUT');
  });
});

describe('a photo in pieces', () => {
  const photosOf = (postId: string) => `/api/uploads/posts/${postId}/photos`;
  const beginPhoto = (student: Student, path: string, size: number) =>
    student.ask('POST', path, { headers: { ...TUS, 'upload-length': String(size) } });

  /** Begins a photo and sends it in two pieces. @returns its address */
  async function sentPhoto(student: Student, path: string, bytes: Uint8Array): Promise<string> {
    const { headers } = await beginPhoto(student, path, bytes.byteLength);
    const address = headers.location ?? '';
    const half = Math.floor(bytes.byteLength / 2);
    await piece(student, address, 0, bytes.subarray(0, half));
    await piece(student, address, half, bytes.subarray(half));
    return address;
  }

  it('[POST-24 in part] is the same file as in one request, leaves nothing beside it, and is in a post then', async () => {
    const bytes = await picture(90, 70);
    const id = randomUUID();
    const postId = postIdOf(ada, id);
    const address = await sentPhoto(ada, photosOf(postId), bytes);
    expect(await offsetOf(ada, address)).toBe(bytes.byteLength);
    const { media } = (await ada.ask('PUT', address)).json;
    expect(media).toMatchObject({ kind: 'image', width: 90, height: 70 });
    expect((await ada.ask('PUT', `/api/uploads/posts/${postId}`, { raw: bytes })).json.media).toEqual(media);
    // The answer may be lost: asked for again it is the same, and no byte has to be sent again.
    expect(await offsetOf(ada, address)).toBe(bytes.byteLength);
    expect((await ada.ask('PUT', address)).json.media).toEqual(media);
    await write(ada, 'A photo.', { media: [media] }, id);
    const path = `/images/posts/${postId}/${media.name}`;
    await eventually(async () => (await server.browser().ask('GET', path)).status === 200);
  });

  it('is another file where the server has lost it and a command named it before', async () => {
    const bytes = await picture(91, 71);
    const path = photosOf(postIdOf(ada, randomUUID()));
    const names = [];
    for (const again of ['', '?again=1']) {
      names.push((await ada.ask('PUT', `${await sentPhoto(ada, path, bytes)}${again}`)).json.media.name);
    }
    expect(new Set(names).size).toBe(2);
  });

  it('is one file, however many requests make it at once: each would count as none', async () => {
    const address = await sentPhoto(ada, photosOf(postIdOf(ada, randomUUID())), await picture(93, 73));
    const answers = await Promise.all([1, 2, 3].map((again) => ada.ask('PUT', `${address}?again=${again}`)));
    expect(new Set(answers.map(({ json }) => json.media.name)).size).toBe(1);
  });

  it('is no video on its way: those that broke off leave room for videos', async () => {
    const liv = await signUpMember(server, 'liv', await picture(74, 74));
    for (let n = 0; n < UNNAMED_VIDEOS_PER_USER; n += 1) await beginPhoto(liv, photosOf(randomUUID()), 10);
    expect((await begin(liv, randomUUID(), 10)).status).toBe(201);
  });

  it('is a profile’s picture as well', async () => {
    const address = await sentPhoto(ada, `/api/uploads/profilePics/${ada.userId}/photos`, await picture(92, 72));
    expect((await ada.ask('PUT', address)).json.media).toMatchObject({ width: 92, height: 72 });
  });

  it('[POST-06 in part] that is larger than a photo may be is refused before a byte of it is sent', async () => {
    const path = photosOf(randomUUID());
    const refused = await beginPhoto(ada, path, PHOTO_MAX_BYTES + 1);
    expect([refused.status, refused.json.error.code]).toEqual([413, 'PHOTO_TOO_LARGE']);
    expect((await beginPhoto(ada, path, PHOTO_MAX_BYTES)).status).toBe(201);
  });

  it('[POST-06 in part] that is none is refused with the exact text, and leaves nothing; so is one that is not whole', async () => {
    const path = photosOf(postIdOf(ada, randomUUID()));
    const address = await sentPhoto(ada, path, Buffer.from('MZ not a photo'));
    expect((await ada.ask('PUT', address)).json.error.text).toBe('Only photos & videos are allowed!');
    expect((await ada.ask('HEAD', address, { headers: TUS })).status).toBe(404);
    const { headers } = await beginPhoto(ada, path, 1_000);
    expect((await ada.ask('PUT', headers.location ?? '')).json.error.code).toBe('UPLOAD_OFFSET');
  });

  it('is no way for a video past the rules of videos, and the other way round', async () => {
    const zoe = await signUpConfirmed(server, 'zed');
    const film = mediaFixture('film.mp4');
    const address = await sentPhoto(zoe, photosOf(postIdOf(zoe, randomUUID())), film);
    const asVideo = address.replace('/photos/', '/videos/');
    for (const method of ['HEAD', 'PUT', 'DELETE'] as const) {
      expect([method, (await zoe.ask(method, asVideo, { headers: TUS })).status]).toEqual([method, 404]);
    }
    expect((await zoe.ask('PUT', address)).status).toBe(415);
    const video = await begin(ada, postIdOf(ada, randomUUID()), 9);
    const asPhoto = (video.headers.location ?? '').replace('/videos/', '/photos/');
    expect((await ada.ask('PUT', asPhoto)).status).toBe(404);
  });
});
