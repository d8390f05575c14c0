import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { errorHandler } from '#server/http/errors.ts';
import { sendFile } from '#server/http/sendFile.ts';
import { silentLogger } from '#server/observability/logging.ts';

/** More than the buffers of a socket take. */
const SIZE = 64 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024);

/** The opened streams of the file; `open` is what a test makes of it. */
let opened: Readable[];
let open: () => Promise<Readable | null>;
let answering: Response;
let http: ReturnType<ReturnType<typeof express>['listen']>;

beforeEach(async () => {
  opened = [];
  open = async () => {
    let left = SIZE;
    const stream = new Readable({
      read() {
        left -= CHUNK.length;
        this.push(left < 0 ? null : CHUNK);
      },
    });
    opened.push(stream);
    return stream;
  };
  const app = express();
  app.get('/picture', async (asked, response) => {
    answering = response;
    response.set('Cache-Control', 'public, max-age=31536000');
    const file = {
      contentType: 'image/webp',
      isDownload: false,
      size: SIZE,
      modifiedAt: new Date(0),
      open: () => open(),
    };
    await sendFile(asked, response, file, '"picture"');
  });
  app.use(errorHandler(silentLogger));
  http = app.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterEach(async () => {
  http.closeAllConnections();
  http.close();
  await once(http, 'close');
});

/** Asks for the file; `answer` comes with its headers, and its content is not read. */
function ask(method: string, headers: Record<string, string> = {}) {
  const { port } = http.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, path: '/picture', method, headers }).end();
  // The tests end connections.
  asked.on('error', () => undefined);
  const answer = once(asked, 'response').then(([response]) => response as IncomingMessage);
  return { answer, leave: () => asked.destroy() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const connections = () => new Promise<number>((resolve) => http.getConnections((_error, count) => resolve(count)));

async function isClosed(): Promise<boolean> {
  while (opened.length === 0) await turn();
  while (opened.some(({ closed }) => !closed)) await turn();
  return true;
}

describe('a file that is sent', () => {
  it('[P10] and was deleted meanwhile is answered without its headers, and nobody keeps that answer', async () => {
    open = async () => null;
    const { statusCode, headers } = await ask('GET', { range: 'bytes=0-9' }).answer;
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
    expect(headers).not.toMatchObject({ etag: '"picture"' });
    for (const name of ['last-modified', 'accept-ranges', 'content-range']) expect(headers).not.toHaveProperty(name);
    expect(headers['content-type']).toContain('application/json');
  });

  it('is not opened for HEAD, and not for a browser that has it', async () => {
    expect((await ask('HEAD').answer).headers['content-length']).toBe(String(SIZE));
    expect((await ask('GET', { 'if-none-match': '"picture"' }).answer).statusCode).toBe(304);
    expect(opened).toEqual([]);
  });

  it('is closed when the browser leaves before its end', async () => {
    const { answer, leave } = ask('GET');
    await once(await answer, 'data');
    leave();
    expect(await isClosed()).toBe(true);
  });

  it('is closed when the browser left before it was opened', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const openNow = open;
    open = async () => {
      reach();
      await released;
      return openNow();
    };
    const { answer, leave } = ask('GET');
    answer.catch(() => undefined);
    await reached;
    leave();
    while ((await connections()) > 0) await turn();
    release();
    expect(await isClosed()).toBe(true);
  });

  it('is closed when the answer had ended before it was opened', async () => {
    const openNow = open;
    const left = Promise.withResolvers<() => void>();
    open = async () => {
      const closed = once(answering, 'close');
      (await left.promise)();
      await closed;
      return openNow();
    };
    const { answer, leave } = ask('GET');
    answer.catch(() => undefined);
    left.resolve(leave);
    expect(await isClosed()).toBe(true);
  });
});
