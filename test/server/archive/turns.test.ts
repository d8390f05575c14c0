import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import express from 'express';
import { ARCHIVE_KEEPS_PLACE_MS, ARCHIVES_AT_ONCE, createArchiveTurns } from '#server/archive/turns.ts';
import { archiveRoutes } from '#server/http/archive.ts';

let now = 0;
const places = () => createArchiveTurns(() => new Date(now));

it('are one for each person, and few at a time', () => {
  const turns = places();
  const first = turns.begin('ada');
  expect(turns.begin('ada')).toBeNull();
  for (let n = 1; n < ARCHIVES_AT_ONCE; n += 1) expect(turns.begin(`person${n}`)).not.toBeNull();
  expect(turns.begin('bob')).toBeNull();
  first?.end();
  expect(first?.signal.aborted).toBe(true);
  expect(turns.begin('bob')).not.toBeNull();
});

it('are not kept by those who read slowly: the oldest gives way to the next person after a while', () => {
  const turns = places();
  const slow = Array.from({ length: ARCHIVES_AT_ONCE }, (_, n) => turns.begin(`slow${n}`));
  now += ARCHIVE_KEEPS_PLACE_MS - 1;
  expect(turns.begin('ada')).toBeNull();
  now += 1;
  const ada = turns.begin('ada');
  expect(ada?.signal.aborted).toBe(false);
  expect(slow.map((turn) => turn?.signal.aborted)).toEqual([true, ...slow.slice(1).map(() => false)]);
  // Its end, a moment later, frees no other place.
  slow[0]?.end();
  now = 0;
  expect(turns.begin('slow0')).toBeNull();
  expect(ada?.signal.aborted).toBe(false);
});

it('end a slow download in the middle when somebody else asks, and that is no fault', async () => {
  const faults: unknown[] = [];
  const app = express().use(express.json());
  const secret = { secureCookies: false, rateShare: null, security: () => undefined };
  const authenticate = async (asking: IncomingMessage) => ({ userId: String(asking.headers['x-user']) }) as never;
  const archiveOf = async (_userId: string, signal: AbortSignal) => {
    const endless = new Readable({ read: () => void endless.push(Buffer.alloc(65_536)) });
    signal.addEventListener('abort', () => endless.destroy(signal.reason));
    return endless;
  };
  const clock = () => new Date(now);
  app.use(archiveRoutes({ ...secret, authenticate, proveAgain: async () => null, archiveOf, clock }));
  app.use(((error, _request, response, _next) => {
    if (!response.headersSent) return void response.status(429).end();
    faults.push(error);
  }) satisfies express.ErrorRequestHandler);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = async (user: string) => {
    const headers = { 'Content-Type': 'application/json', 'X-User': user };
    const { port } = server.address() as AddressInfo;
    const asked = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/archive', headers });
    asked.end('{"password":null}');
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  };
  const slow: IncomingMessage[] = [await ask('slow0')];
  // There is room, and not for a second one of the same person.
  expect((await ask('slow0')).statusCode).toBe(429);
  for (let n = 1; n < ARCHIVES_AT_ONCE; n += 1) slow.push(await ask(`slow${n}`));
  expect((await ask('ada')).statusCode).toBe(429);
  now += ARCHIVE_KEEPS_PLACE_MS;
  const ended = once(slow[0]?.resume() ?? server, 'error');
  const ada = await ask('ada');
  expect(ada.statusCode).toBe(200);
  await ended;
  expect([faults, ada.destroyed]).toEqual([[], false]);
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
});
