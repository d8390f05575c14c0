import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import compression from 'compression';
import express from 'express';
import { limitUnread, UnreadAnswers } from '#server/http/unreadAnswers.ts';

const MEGABYTE = 1024 * 1024;
/** More than the system keeps for a connection. */
const ANSWER_BYTES = 16 * MEGABYTE;
const LIMITS = { perAddress: 4 * ANSWER_BYTES, all: 6 * ANSWER_BYTES };
const ENOUGH = 10;

let server: Server;
let unread: UnreadAnswers;
/** Answers to requests whose connection was gone. */
let answeredGone: number;
const opened: Socket[] = [];

beforeEach(async () => {
  unread = new UnreadAnswers(LIMITS);
  const app = express();
  app.set('trusted proxies', 1);
  app.use(compression());
  app.use(limitUnread(LIMITS, unread));
  app.get('/', (_request, response) => void response.send('x'.repeat(ANSWER_BYTES)));
  app.get('/gone', (request, response) => {
    request.destroy();
    // Node takes its socket from a request that was destroyed.
    Object.defineProperty(request, 'socket', { value: null });
    response.send('x');
    answeredGone += 1;
  });
  answeredGone = 0;
  server = createServer(app);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Asks, and reads nothing of the answers. @param times on one connection, without waiting for an answer */
function ask(address: string, times = 1): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  opened.push(socket);
  socket.on('error', () => undefined);
  socket.pause().write(`GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`.repeat(times));
  return socket;
}

/** Reads an answer to its end. @returns its bytes */
async function read(address: string): Promise<number> {
  const headers = { 'X-Forwarded-For': address, 'Accept-Encoding': 'identity' };
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers });
  return (await answer.text()).length;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(10);
}

it('an address that reads nothing keeps so many bytes waiting and no more: its oldest connections are cut', async () => {
  const sockets: Socket[] = [];
  for (let count = 0; count < ENOUGH; count += 1) {
    sockets.push(ask('10.0.0.1'));
    await until(() => unread.bytes >= Math.min(count + 1, 4) * ANSWER_BYTES);
    await pause(50);
  }
  expect(unread.bytes).toBe(LIMITS.perAddress);
  for (const socket of sockets) socket.resume();
  await until(() => sockets.slice(ENOUGH - 4).every(({ bytesRead }) => bytesRead > ANSWER_BYTES));
  expect(sockets.slice(0, ENOUGH - 4).every(({ bytesRead }) => bytesRead < ANSWER_BYTES)).toBe(true);
  expect(unread.bytes).toBe(0);
});

it('one who reads has every answer whole, whatever others of the address and of all addresses leave unread', async () => {
  for (let host = 1; host <= ENOUGH; host += 1) for (let count = 0; count < 2; count += 1) ask(`10.0.0.${host}`);
  await until(() => unread.bytes >= LIMITS.all - ANSWER_BYTES);
  expect(await read('10.0.0.1')).toBe(ANSWER_BYTES);
  expect(await read('10.0.1.1')).toBe(ANSWER_BYTES);
  expect(unread.bytes).toBeLessThanOrEqual(LIMITS.all);
});

it('what is asked ahead on one connection counts, and is no more once the connection ends', async () => {
  const socket = ask('10.0.0.1', 3);
  await until(() => unread.bytes === 3 * ANSWER_BYTES);
  socket.destroy();
  await until(() => unread.bytes === 0);
  const cut = ask('10.0.0.1', ENOUGH);
  await new Promise((closed) => cut.once('close', closed).resume());
  await until(() => unread.bytes === 0);
});

it('an answer to a request whose connection is gone counts for nothing, and throws nothing', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  opened.push(socket);
  socket.on('error', () => undefined).write('GET /gone HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((closed) => socket.once('close', closed));
  expect([answeredGone, unread.bytes]).toEqual([1, 0]);
});
