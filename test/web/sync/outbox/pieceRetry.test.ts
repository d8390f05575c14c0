import { expect, it, jest } from '@jest/globals';
import { PIECE_BYTES } from '#web/sync/outbox/limits.ts';
import type { UploadOptions } from '#web/sync/outbox/ports.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';

const STORED = { kind: 'video', name: 'a.mp4', width: 4, height: 3, seconds: 2, poster: null };
const busy = new RequestRefused({ code: 'UPLOADS_AT_ONCE', text: 'No.', data: { seconds: 3 }, retry: true }, 429);

/** Addresses from which the tries of an upload went on. */
const resumed: (string | undefined)[] = [];
jest.unstable_mockModule('#web/sync/outbox/pieceUpload.ts', () => ({
  async uploadInPieces(path: string, _file: Blob, { resume, onBegun }: UploadOptions) {
    resumed.push(resume);
    onBegun?.(resume ?? `${path}/1`);
    if (resumed.length < 3) throw busy;
    return STORED;
  },
}));
const { uploadFile } = await import('#web/sync/outbox/uploadFile.ts');

it('a video that has to wait in its middle goes on from there, and is not begun anew', async () => {
  const file = new Blob(['x'], { type: 'video/mp4' });
  const begun: string[] = [];
  const options = { pause: async () => undefined, onBegun: (address: string) => void begun.push(address) };
  expect(await uploadFile('posts/x', file, options)).toEqual(STORED);
  const address = '/api/uploads/posts/x/videos/1';
  expect(resumed).toEqual([undefined, address, address]);
  expect(new Set(begun)).toEqual(new Set([address]));
});

it('a photo of more than a piece comes in pieces, and a smaller one in one request', async () => {
  resumed.push(undefined, undefined);
  const begun: string[] = [];
  const options = { onBegun: (address: string) => void begun.push(address) };
  await uploadFile('posts/x', new Blob([new Uint8Array(PIECE_BYTES + 1)], { type: 'image/jpeg' }), options);
  expect(begun).toEqual(['/api/uploads/posts/x/photos/1']);
  const asked: string[] = [];
  const fetch = globalThis.fetch;
  globalThis.fetch = async (path, init) => {
    asked.push(`${init?.method} ${path}`);
    return new Response(JSON.stringify({ media: STORED }));
  };
  try {
    await uploadFile('posts/x', new Blob([new Uint8Array(PIECE_BYTES)], { type: 'image/jpeg' }));
  } finally {
    globalThis.fetch = fetch;
  }
  expect([begun.length, asked]).toEqual([1, ['PUT /api/uploads/posts/x']]);
});
