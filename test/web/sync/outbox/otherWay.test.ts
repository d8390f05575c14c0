import { createRequire } from 'node:module';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { UPLOAD_MARK, UPLOAD_MESSAGE_BYTES, UPLOAD_PROTOCOL } from '#domain/kernel/uploadOverSocket.ts';
import { areAllDead, leaveConnections, leaveDeadOnes, leaveOtherWay, SILENT_MS } from '#web/kit/http/connections.ts';

// The build for browsers: that of Node takes no Blob.
const tus = createRequire(import.meta.url)('tus-js-client/dist/tus.js');
jest.unstable_mockModule('tus-js-client', () => tus);
const { uploadFile } = await import('#web/sync/outbox/uploadFile.ts');
const { PIECE_BYTES } = await import('#web/sync/outbox/limits.ts');

const PHOTOS = '/api/uploads/posts/x/photos';
const MEDIA = { kind: 'image', name: 'a.webp', width: 1, height: 1 };
const MESSAGES_OF_A_PIECE = PIECE_BYTES / UPLOAD_MESSAGE_BYTES;

interface Request {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
}

/** The server's end of all sockets: it keeps what arrives of one file, as `server/http/socketUploads.ts` does. */
class Site {
  arrived: Buffer = Buffer.alloc(0);
  readonly asked: string[] = [];
  /** Largest message. */
  largest = 0;
  /** Messages after which the connection carries nothing, once. */
  diesAfter = Number.POSITIVE_INFINITY;
  refusal: object | null = null;
  /** A proxy takes no sockets. */
  isClosed = false;

  answer(path: string, { method, headers }: Request): { status: number; headers?: object; body?: string } {
    this.asked.push(`${method} ${path}${headers['upload-offset'] === undefined ? '' : ` ${headers['upload-offset']}`}`);
    if (this.refusal !== null) return { status: 415, body: JSON.stringify(this.refusal) };
    if (method === 'POST') return { status: 201, headers: { location: `${PHOTOS}/1` } };
    if (method === 'PUT') return { status: 200, body: JSON.stringify({ media: MEDIA }) };
    const offset = { 'upload-offset': String(this.arrived.byteLength) };
    return { status: 204, headers: { ...offset, 'upload-length': headers['upload-length'] ?? '9999999' } };
  }

  take(message: Uint8Array): void {
    this.largest = Math.max(this.largest, message.byteLength);
    this.arrived = Buffer.concat([this.arrived, message]);
  }
}

let site: Site;
let open = 0;

class FakeSocket extends EventTarget {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly #path: string;
  readonly #request: Request;
  #sent: Promise<void> = Promise.resolve();
  #taken = 0;
  #isDead = false;

  constructor(address: string, protocols: readonly string[]) {
    super();
    open += 1;
    this.#path = address.replace('wss://ou.quad.example', '');
    const [name, request = ''] = protocols;
    expect(name).toBe(UPLOAD_PROTOCOL);
    this.#request = JSON.parse(decodeURIComponent(request.slice(UPLOAD_MARK.length)));
    queueMicrotask(() => {
      if (site.isClosed) return this.close();
      this.onopen?.();
      if (this.#request.bytes === 0) this.#answer();
    });
  }

  send(message: Blob): void {
    this.#sent = this.#sent.then(async () => {
      const bytes = new Uint8Array(await message.arrayBuffer());
      this.#isDead ||= site.diesAfter <= 0;
      if (this.#isDead) return;
      site.diesAfter -= 1;
      site.take(bytes);
      this.#taken += bytes.byteLength;
      this.onmessage?.({ data: String(this.#taken) });
      if (this.#taken === this.#request.bytes) this.#answer();
    });
  }

  close(): void {
    open -= 1;
    this.dispatchEvent(new Event('close'));
  }

  #answer(): void {
    const { status, headers = {}, body = '' } = site.answer(this.#path, this.#request);
    this.onmessage?.({ data: `${status} ${JSON.stringify({ headers, body })}` });
    this.close();
  }
}

const bytesOf = (count: number) => Uint8Array.from({ length: count }, (_, n) => (n * 7 + (n >> 8)) & 0xff);
const photo = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes], { type: 'image/jpeg' });
/** Lets reads of blobs and answers come. */
const settled = async (isOver: () => boolean) => {
  while (!isOver()) await new Promise((resolve) => setImmediate(resolve));
};

beforeAll(() => {
  Object.assign(globalThis, { WebSocket: FakeSocket, location: { protocol: 'https:', host: 'ou.quad.example' } });
});
beforeEach(async () => {
  site = new Site();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  // No connection of the browser answers.
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      (_path, { signal } = {}) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
  const look = leaveDeadOnes();
  await jest.advanceTimersByTimeAsync(1_000);
  await look;
  expect(areAllDead()).toBe(true);
  jest.mocked(globalThis.fetch).mockClear();
});
afterAll(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const uploaded = async <T>(upload: Promise<T>): Promise<T> => {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  upload.then(over, over);
  await settled(() => isOver);
  expect(open).toBe(0);
  return upload;
};

it('a small photo goes over a socket while no connection of the browser answers, and its progress is what arrived', async () => {
  const bytes = bytesOf(UPLOAD_MESSAGE_BYTES * 2 + 5);
  const progress: number[] = [];
  const onProgress = (part: number) => void progress.push(part);
  expect(await uploaded(uploadFile('posts/x', photo(bytes), { onProgress, again: 1 }))).toEqual(MEDIA);
  expect([site.asked, site.largest]).toEqual([['PUT /api/uploads/posts/x?again=1'], UPLOAD_MESSAGE_BYTES]);
  expect(Buffer.compare(site.arrived, bytes)).toBe(0);
  expect(progress).toEqual(
    [UPLOAD_MESSAGE_BYTES, UPLOAD_MESSAGE_BYTES * 2, bytes.byteLength].map((n) => n / bytes.byteLength),
  );
  expect(fetch).not.toHaveBeenCalled();
});

it('is refused over a socket in the server’s own words, and what is called off ends its socket', async () => {
  site.refusal = { error: { code: 'MEDIA_TYPE', text: 'Only photos & videos are allowed!', data: {}, retry: false } };
  for (const size of [10, PIECE_BYTES + 1]) {
    await expect(uploaded(uploadFile('posts/x', photo(bytesOf(size))))).rejects.toThrow(
      'Only photos & videos are allowed!',
    );
  }
  site.diesAfter = 1;
  const abort = new AbortController();
  const upload = uploadFile('posts/x', photo(bytesOf(UPLOAD_MESSAGE_BYTES * 3)), { signal: abort.signal });
  await settled(() => site.diesAfter === 0);
  abort.abort(new Error('called off'));
  await expect(uploaded(upload)).rejects.toThrow('called off');
});

it('a photo in pieces goes over sockets, and on from where it was when one of them dies too', async () => {
  const bytes = bytesOf(2 * PIECE_BYTES + 300);
  site.diesAfter = MESSAGES_OF_A_PIECE + 3;
  const begun: string[] = [];
  const upload = uploadFile('posts/x', photo(bytes), { onBegun: (address) => void begun.push(address) });
  await settled(() => site.diesAfter === 0);
  // Another connection of the page was found dead.
  await jest.advanceTimersByTimeAsync(SILENT_MS);
  leaveConnections();
  site.diesAfter = Number.POSITIVE_INFINITY;
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await uploaded(upload)).toEqual(MEDIA);
  const there = PIECE_BYTES + 3 * UPLOAD_MESSAGE_BYTES;
  expect(site.asked).toEqual([
    `POST ${PHOTOS}`,
    `PATCH ${PHOTOS}/1 0`,
    `HEAD ${PHOTOS}/1`,
    `PATCH ${PHOTOS}/1 ${there}`,
    `PUT ${PHOTOS}/1`,
  ]);
  expect(Buffer.compare(site.arrived, bytes)).toBe(0);
  expect(new Set(begun)).toEqual(new Set([`${PHOTOS}/1`]));
});

it('goes over HTTP again at its next try where no sockets are let through', async () => {
  site.isClosed = true;
  await expect(uploaded(uploadFile('posts/x', photo(bytesOf(10))))).rejects.toThrow('Quad can’t be reached');
  expect(areAllDead()).toBe(false);
  jest.mocked(globalThis.fetch).mockResolvedValueOnce(Response.json({ media: MEDIA }));
  expect(await uploaded(uploadFile('posts/x', photo(bytesOf(10))))).toEqual(MEDIA);
});

it('a small photo on its way is called off when its connection dies, and goes over a socket', async () => {
  leaveOtherWay();
  const said: string[] = [];
  class SilentRequest {
    readonly upload = {};
    onabort: (() => void) | null = null;
    onloadend: (() => void) | null = null;
    open = (method: string, path: string) => void said.push(`${method} ${path}`);
    send = () => void said.push('sent');
    abort(): void {
      said.push(`called off before ${site.asked.length + open} others`);
      this.onabort?.();
      this.onloadend?.();
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: SilentRequest });
  const upload = uploadFile('posts/x', photo(bytesOf(10)), { onProgress: () => undefined });
  await settled(() => said.includes('sent'));
  await jest.advanceTimersByTimeAsync(SILENT_MS);
  leaveConnections();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await uploaded(upload)).toEqual(MEDIA);
  expect(said).toEqual(['PUT /api/uploads/posts/x', 'sent', 'called off before 0 others']);
  expect(site.asked).toEqual(['PUT /api/uploads/posts/x']);
});
