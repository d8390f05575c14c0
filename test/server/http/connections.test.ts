import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttpServer, REQUESTS_AHEAD } from '#server/http/connections.ts';

const STALL_MS = 200;
/** More than the system keeps for a connection. */
const LARGE_BYTES = 64 * 1024 * 1024;
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const EXPECTING = 'PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n';

let server: Server;
let asked: number;
let answer: () => void;
let body: string | Buffer;
const opened: Socket[] = [];

beforeEach(async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = resolve;
  asked = 0;
  body = 'x';
  server = createHttpServer(
    { shouldUpgradeCallback: () => true },
    (_request, response) => {
      asked += 1;
      void promise.then(() => response.end(body));
    },
    STALL_MS,
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

function open(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  opened.push(socket);
  return socket;
}

it('cuts a connection that asks far ahead of its answers', async () => {
  const socket = open();
  socket.resume().write(REQUEST.repeat(REQUESTS_AHEAD * 20));
  await once(socket, 'close');
  expect(asked).toBe(REQUESTS_AHEAD);
});

it('cuts one that asks far ahead with expectations that nobody knows', async () => {
  const socket = open();
  socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\nExpect: cake\r\n\r\n'.repeat(REQUESTS_AHEAD * 20));
  await once(socket, 'close');
  expect(asked).toBe(REQUESTS_AHEAD);
});

it('keeps one that asks a little ahead, and again and again', async () => {
  const socket = open();
  let text = '';
  socket.on('data', (bytes) => {
    text += String(bytes);
  });
  const answers = () => text.match(/HTTP\/1\.1 200/g)?.length ?? 0;
  answer();
  for (let round = 1; round <= 3; round += 1) {
    socket.write(REQUEST.repeat(REQUESTS_AHEAD));
    while (answers() < round * REQUESTS_AHEAD) await once(socket, 'data');
  }
  expect(socket.destroyed).toBe(false);
});

it('cuts one that does not take its answer', async () => {
  body = 'x'.repeat(LARGE_BYTES);
  answer();
  const asking = once(server, 'request') as Promise<[{ readonly socket: Socket }]>;
  open().write(REQUEST);
  const [{ socket }] = await asking;
  await once(socket, 'close');
  expect(socket.bytesWritten).toBeGreaterThan(0);
});

it('opens no WebSocket before the answers to the requests ahead of it', async () => {
  const socket = open();
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  server.on('upgrade', (_request, opened: Socket) => opened.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  socket.write(`${REQUEST}${REQUEST.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')}`);
  while (asked < 2) await once(server, 'request');
  answer();
  while ((text.match(/HTTP\/1\.1 /g) ?? []).length < 2) await once(socket, 'data');
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});

describe('a request that asks whether to send its body', () => {
  /** All heads and bodies in the order in which they came. */
  const parts = (text: string) => text.match(/HTTP\/1\.1 \d{3}|the body/g) ?? [];

  it('is invited after the answers to those before it', async () => {
    body = Buffer.from('the body');
    const socket = open();
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    const { promise: expecting, resolve: arrived } = Promise.withResolvers<void>();
    server.removeAllListeners('request').on('request', (request, response) => {
      if (request.method === 'GET') return void expecting.then(() => response.end(body));
      arrived();
      request.resume().once('end', () => response.end(body));
    });
    socket.write(`${REQUEST}${EXPECTING}`);
    while (!text.includes('HTTP/1.1 100')) await once(socket, 'data');
    socket.write('ab');
    while (parts(text).length < 5) await once(socket, 'data');
    expect(parts(text)).toEqual(['HTTP/1.1 200', 'the body', 'HTTP/1.1 100', 'HTTP/1.1 200', 'the body']);
  });

  it('is not invited when its answer is there before its turn, and the connection ends behind that', async () => {
    body = Buffer.from('the body');
    const socket = open();
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.write(`${REQUEST}${EXPECTING}ab${REQUEST}`);
    while (asked < 2) await once(server, 'request');
    answer();
    await once(socket, 'close');
    expect(parts(text)).toEqual(['HTTP/1.1 200', 'the body', 'HTTP/1.1 200', 'the body']);
  });
});

it.each(['Host: ou.localhost\r\nHost: evil.example', 'host: x\r\nHOST: x'])(
  'answers 400 to two lines of the host, before anybody reads one of them: %j',
  async (lines) => {
    const socket = open();
    socket.setEncoding('utf8').write(`GET / HTTP/1.1\r\n${lines}\r\n\r\n`);
    const [head] = await once(socket, 'data');
    expect(String(head)).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
    const upgrading = open();
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket';
    upgrading.setEncoding('utf8').write(`GET / HTTP/1.1\r\n${lines}\r\n${upgrade}\r\n\r\n`);
    const [answered] = await once(upgrading, 'data');
    expect(String(answered)).toMatch(/^HTTP\/1\.1 400 /);
    expect(asked).toBe(0);
  },
);
