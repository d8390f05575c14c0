import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { EFFECT_MARK, EFFECT_PROTOCOL } from '#domain/kernel/effectOverSocket.ts';
import {
  UPLOAD_MARK,
  UPLOAD_MESSAGE_BYTES,
  UPLOAD_PROTOCOL,
  UPLOAD_REQUEST_MAX_BYTES,
} from '#domain/kernel/uploadOverSocket.ts';
import { UPLOADS_AT_ONCE_PER_USER } from '#server/http/uploadLimits.ts';
import { mediaFixture } from '../../fixtures/media.ts';
import { picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUp, signUpMember, write } from '../support/student.ts';
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
const NOTHING = Buffer.alloc(0);
const messagesOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.byteLength / UPLOAD_MESSAGE_BYTES) }, (_, n) =>
    bytes.subarray(n * UPLOAD_MESSAGE_BYTES, (n + 1) * UPLOAD_MESSAGE_BYTES),
  );

/** All that a socket has heard to its end; `refused`: the status of an answer that is no socket. */
interface Heard {
  readonly refused: number | null;
  readonly acknowledged: readonly number[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of any answer
  readonly json: any;
  readonly code: number;
}

interface Asked {
  readonly cookies?: boolean;
  readonly origin?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes?: number;
  /** In place of the request in the handshake. */
  readonly protocols?: readonly string[];
}

/** Opens a socket with a request for a part of a file, as a page of the site does. */
function opened(student: Student, method: string, path: string, { cookies = true, ...asked }: Asked) {
  const host = `ou.localhost:${server.port}`;
  const cookie = [...student.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { headers = {}, bytes = 0 } = asked;
  const request = UPLOAD_MARK + encodeURIComponent(JSON.stringify({ method, headers, bytes }));
  const socket = new WebSocket(
    `ws://127.0.0.1:${server.port}${path}`,
    [...(asked.protocols ?? [UPLOAD_PROTOCOL, request])],
    {
      perMessageDeflate: false,
      headers: { host, origin: asked.origin ?? `http://${host}`, ...(cookies && { cookie }) },
    },
  );
  const texts: string[] = [];
  let refused: number | null = null;
  socket.on('message', (text: Buffer) => void texts.push(text.toString('utf8')));
  socket.on('unexpected-response', (sent, answer) => {
    refused = answer.statusCode ?? 0;
    sent.destroy();
    socket.terminate();
  });
  socket.on('error', () => undefined);
  const heard = new Promise<Heard>((resolve) => {
    socket.on('close', (code) => {
      const [, status = '0', said = '{}'] = /^(\d{3}) (.*)$/s.exec(texts.at(-1) ?? '') ?? [];
      const { headers: told = {}, body = '' } = JSON.parse(said);
      const acknowledged = texts.filter((text) => /^\d+$/.test(text)).map(Number);
      const json = body === '' ? null : JSON.parse(body);
      resolve({ refused, acknowledged, status: Number(status), headers: told, json, code });
    });
  });
  return { socket, heard, texts };
}

/** Sends the messages once it is open, and answers what it heard to its end. */
function over(
  student: Student,
  method: string,
  path: string,
  messages: readonly (Buffer | string)[],
  asked: Asked = {},
) {
  const bytes = messages.reduce((sum, { length }) => sum + length, 0);
  const { socket, heard } = opened(student, method, path, { bytes, ...asked });
  socket.on('open', () => {
    for (const message of messages) socket.send(message);
  });
  return heard;
}

const pathOf = (postId: string, kind = 'photos') => `/api/uploads/posts/${postId}/${kind}`;
const begin = async (student: Student, path: string, size: number) =>
  (await over(student, 'POST', path, [], { headers: { ...TUS, 'upload-length': String(size) } })).headers.location ??
  '';
const piece = (student: Student, address: string, offset: number, bytes: Buffer, asked: Asked = {}) =>
  over(student, 'PATCH', address, messagesOf(bytes), {
    headers: { ...PIECE, 'upload-offset': String(offset) },
    ...asked,
  });
const offsetOf = async (student: Student, address: string) =>
  Number((await over(student, 'HEAD', address, [], { headers: TUS })).headers['upload-offset']);

describe('a part of a file over a socket of its own', () => {
  it('[POST-25 in part] goes on where it was, with pieces over HTTP between: nothing is lost or doubled', async () => {
    const photo = await picture(900, 700);
    const id = randomUUID();
    const postId = postIdOf(ada, id);
    const address = await begin(ada, pathOf(postId), photo.byteLength);
    const third = Math.floor(photo.byteLength / 3);
    const first = await piece(ada, address, 0, photo.subarray(0, third));
    expect([first.status, first.headers['upload-offset'], first.code]).toEqual([204, String(third), 1_000]);
    // Each message is said to be there.
    expect(first.acknowledged).toEqual(
      messagesOf(photo.subarray(0, third)).map((_, n, { length }) =>
        n === length - 1 ? third : (n + 1) * UPLOAD_MESSAGE_BYTES,
      ),
    );
    const headers = { ...PIECE, 'upload-offset': String(third) };
    await ada.ask('PATCH', address, { raw: photo.subarray(third, 2 * third), headers });
    expect(await offsetOf(ada, address)).toBe(2 * third);
    expect((await piece(ada, address, 2 * third, photo.subarray(2 * third))).status).toBe(204);
    const made = await over(ada, 'PUT', address, []);
    expect([made.status, made.json.media.width, made.json.media.height]).toEqual([200, 900, 700]);
    // Asked for once more, it is the same, over either way.
    expect((await ada.ask('PUT', address)).json).toEqual(made.json);
    const whole = await over(ada, 'PUT', `/api/uploads/posts/${postId}`, messagesOf(photo));
    expect(whole.json.media.name).toBe(made.json.media.name);
    await write(ada, 'A bell.', { media: [made.json.media] }, id);
  });

  it('that is cut in its middle leaves what came, and the next one goes on behind it', async () => {
    const film = mediaFixture('film.avi');
    const address = await begin(ada, pathOf(postIdOf(ada, randomUUID()), 'videos'), film.byteLength);
    const headers = { ...PIECE, 'upload-offset': '0' };
    const { socket, heard } = opened(ada, 'PATCH', address, { headers, bytes: film.byteLength });
    socket.on('open', () => socket.send(film.subarray(0, UPLOAD_MESSAGE_BYTES)));
    await eventually(async () => (await offsetOf(ada, address)) === UPLOAD_MESSAGE_BYTES);
    socket.terminate();
    expect((await heard).status).toBe(0);
    expect((await piece(ada, address, UPLOAD_MESSAGE_BYTES, film.subarray(UPLOAD_MESSAGE_BYTES))).status).toBe(204);
    expect((await over(ada, 'PUT', address, [])).json.media).toMatchObject({ kind: 'video', width: 160 });
    expect((await over(ada, 'DELETE', address, [], { headers: TUS })).status).toBe(204);
  });

  it('has the rights, offsets and lengths of HTTP', async () => {
    const photo = await picture(300, 200);
    const postId = postIdOf(ada, randomUUID());
    const address = await begin(ada, pathOf(postId), photo.byteLength);
    const refusals = [
      [await piece(bob, address, 0, photo), 404],
      [await piece(ada, address, 0, photo, { cookies: false }), 401],
      [await piece(ada, address, 1, photo), 409],
      [await piece(ada, address, 0, Buffer.concat([photo, NOTHING, Buffer.alloc(1)])), 413],
      [await over(ada, 'PATCH', address, messagesOf(photo), { headers: { ...TUS, 'upload-offset': '0' } }), 415],
      [await over(ada, 'POST', pathOf(postId), [], { headers: { ...TUS, 'upload-length': '99999999' } }), 413],
      [await over(bob, 'HEAD', address, [], { headers: TUS }), 404],
      [await over(bob, 'PUT', address, []), 404],
      [await over(bob, 'DELETE', address, [], { headers: TUS }), 404],
      [await over(await signUp(server, 'cal'), 'PUT', address, messagesOf(photo)), 403],
    ] as const;
    expect(refusals.map(([{ status }]) => status)).toEqual(refusals.map(([, status]) => status));
    // In the words of HTTP.
    expect(refusals[3][0].json.error.code).toBe('PHOTO_TOO_LARGE');
    expect(await offsetOf(ada, address)).toBe(0);
  });

  it('counts among the few uploads of a person at once', async () => {
    const film = mediaFixture('film.avi');
    const open = await Promise.all(
      Array.from({ length: UPLOADS_AT_ONCE_PER_USER }, async () => {
        const address = await begin(bob, pathOf(postIdOf(bob, randomUUID()), 'videos'), film.byteLength);
        const headers = { ...PIECE, 'upload-offset': '0' };
        const { socket } = opened(bob, 'PATCH', address, { headers, bytes: film.byteLength });
        socket.on('open', () => socket.send(film.subarray(0, UPLOAD_MESSAGE_BYTES)));
        await eventually(async () => (await offsetOf(bob, address)) === UPLOAD_MESSAGE_BYTES);
        return socket;
      }),
    );
    const path = `/api/uploads/posts/${postIdOf(bob, randomUUID())}`;
    const photo = await picture(90, 90);
    const refused = await over(bob, 'PUT', path, messagesOf(photo));
    expect([refused.status, refused.json.error.code]).toEqual([429, 'UPLOADS_AT_ONCE']);
    for (const socket of open) socket.terminate();
    await eventually(async () => (await over(bob, 'PUT', path, messagesOf(photo))).status === 200);
  });

  it('is ended by a message of another size, by words, and by more than was said', async () => {
    const size = 3 * UPLOAD_MESSAGE_BYTES;
    const whole = Buffer.alloc(UPLOAD_MESSAGE_BYTES, 1);
    const address = await begin(ada, pathOf(postIdOf(ada, randomUUID())), size);
    const send = (messages: readonly (Buffer | string)[], bytes: number) =>
      over(ada, 'PATCH', address, messages, { headers: { ...PIECE, 'upload-offset': '0' }, bytes });
    for (const [messages, bytes] of [
      [[whole.subarray(1)], size],
      [[Buffer.alloc(UPLOAD_MESSAGE_BYTES + 1)], size],
      [['x'.repeat(UPLOAD_MESSAGE_BYTES)], size],
      [[NOTHING], size],
    ] as const) {
      const { refused, status, acknowledged, code } = await send(messages, bytes);
      expect([refused, status, acknowledged, code === 1_000]).toEqual([null, 0, [], false]);
    }
    expect(await offsetOf(ada, address)).toBe(0);
    // The bytes that were announced count, and none behind them.
    expect((await send([whole, whole], UPLOAD_MESSAGE_BYTES)).acknowledged).toEqual([UPLOAD_MESSAGE_BYTES]);
    await eventually(async () => (await offsetOf(ada, address)) === UPLOAD_MESSAGE_BYTES);
  });

  it('is ended by many pings, which no browser sends', async () => {
    const address = await begin(ada, pathOf(postIdOf(ada, randomUUID())), UPLOAD_MESSAGE_BYTES);
    const asked = { headers: { ...PIECE, 'upload-offset': '0' }, bytes: UPLOAD_MESSAGE_BYTES };
    const { socket, heard } = opened(ada, 'PATCH', address, asked);
    socket.on('open', () => {
      for (let count = 0; count <= 20; count += 1) socket.ping();
    });
    expect(await heard).toMatchObject({ refused: null, status: 0, acknowledged: [], code: 1_006 });
  });

  it('is no socket from a page of another site, to another address, and with another request than those of uploads', async () => {
    const path = `/api/uploads/posts/${postIdOf(ada, randomUUID())}`;
    const named = (request: unknown) => ({
      protocols: [UPLOAD_PROTOCOL, UPLOAD_MARK + encodeURIComponent(JSON.stringify(request))],
    });
    const sound = { method: 'PUT', headers: {}, bytes: 1 };
    for (const [to, asked] of [
      [path, { ...named(sound), origin: 'https://evil.example' }],
      ['/api/session', named(sound)],
      ['/api/commands', named({ ...sound, method: 'POST', bytes: 0 })],
      [path, named({ ...sound, bytes: UPLOAD_REQUEST_MAX_BYTES + 1 })],
      [path, named({ ...sound, bytes: -1 })],
      [path, named({ ...sound, method: 'POST' })],
      [path, named({ ...sound, method: 'GET' })],
      [path, named({ ...sound, headers: { cookie: 'a=b' } })],
      [path, named({ ...sound, headers: { 'content-type': 'application/json' } })],
      [path, named({ ...sound, headers: { 'upload-offset': '1\r\nx: y' } })],
      [path, named({ ...sound, more: 'x'.repeat(2_000) })],
      [
        path,
        { protocols: [...named(sound).protocols, EFFECT_PROTOCOL, `${EFFECT_MARK}%7B%22method%22%3A%22PUT%22%7D`] },
      ],
      [path, { protocols: [UPLOAD_PROTOCOL] }],
      [path, { protocols: [UPLOAD_PROTOCOL, `${UPLOAD_MARK}%`] }],
    ] as const) {
      const { refused } = await opened(ada, '', to, asked).heard;
      expect([asked, refused === null]).toEqual([asked, false]);
    }
  });
});
