import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestServer, testServer } from '../support/testServer.ts';

const SCRIPT = `console.info('${'word '.repeat(400)}');\n`;
const PATH = '/assets/packed-abc123.js';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-client-'));
  await cp(join(import.meta.dirname, '../support/client'), folder, { recursive: true });
  await writeFile(join(folder, PATH), SCRIPT);
  await writeFile(join(folder, `${PATH}.br`), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, `${PATH}.gz`), gzipSync(SCRIPT));
  await writeFile(join(folder, 'theme.js'), 'void 0;\n');
  server = await testServer({ clientDir: folder });
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true });
});

const get = (path: string, accepted?: string) =>
  server.browser().ask('GET', path, accepted === undefined ? {} : { headers: { 'accept-encoding': accepted } });

describe('files of the client', () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
  ])('come as they lie packed with %s', async (encoding, accepted, unpack) => {
    const { bytes, headers } = await get(PATH, accepted);
    expect(unpack(bytes).toString('utf8')).toBe(SCRIPT);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/Accept-Encoding/),
      // Its length is known: nothing was packed on the way.
      'content-length': String(bytes.byteLength),
    });
  });

  it.each([undefined, 'identity', 'br;q=0, gzip;q=0'])(
    'come as they are to who takes no packing (%s)',
    async (accepted) => {
      const { text, headers } = await get(PATH, accepted);
      expect([text, headers['content-encoding']]).toEqual([SCRIPT, undefined]);
    },
  );

  it('that are gone are 404, and not said to be packed', async () => {
    const { headers, status } = await get('/assets/gone-abc123.js', 'br');
    expect([status, headers['content-encoding']]).toEqual([404, undefined]);
  });

  it('are kept for a while where their names hold no digest', async () => {
    const { status, headers } = await get('/theme.js');
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=3600, stale-while-revalidate=604800']);
  });
});
