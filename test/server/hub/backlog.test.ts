import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Server as Engine, type Socket as EngineSocket } from 'engine.io';
import { Backlog } from '#server/hub/backlog.ts';
import { type RawSocket, rawSocket } from '#test/server/support/rawSocket.ts';

/** More than the system itself keeps for a connection. */
const LARGE_CHARACTERS = 8_000_000;

let http: HttpServer;
let engine: Engine;
let client: RawSocket;
let conn: EngineSocket;
let backlog: Backlog;

beforeEach(async () => {
  http = createServer();
  engine = new Engine({ transports: ['websocket'] });
  engine.attach(http, { path: '/socket.io/' });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const connected = once(engine, 'connection') as Promise<[EngineSocket]>;
  client = await rawSocket((http.address() as AddressInfo).port);
  [conn] = await connected;
  backlog = new Backlog(conn);
});

afterEach(async () => {
  client.tcp.destroy();
  engine.close();
  await new Promise((resolve) => http.close(resolve));
});

/** The same from the private parts of engine and WebSocket. */
function fromWithin(): { readonly bytes: number; readonly packets: number } {
  const { writeBuffer, transport } = conn as unknown as {
    readonly writeBuffer: readonly { readonly data?: string }[];
    readonly transport: { readonly socket: { readonly bufferedAmount: number } };
  };
  const kept = writeBuffer.reduce((sum, { data = '' }) => sum + data.length, 0);
  return { bytes: kept + transport.socket.bufferedAmount, packets: writeBuffer.length };
}

describe('what waits on a connection', () => {
  it('is what engine and WebSocket hold, while nobody reads and after', async () => {
    expect(backlog.size()).toEqual({ bytes: 0, packets: 0 });
    client.tcp.pause();
    const seen: number[] = [];
    for (const text of ['a'.repeat(LARGE_CHARACTERS), 'b'.repeat(100), '', 'c'.repeat(LARGE_CHARACTERS)]) {
      conn.send(text);
      expect(backlog.size()).toEqual(fromWithin());
      seen.push(backlog.size().packets);
      await new Promise((resolve) => setImmediate(resolve));
      expect(backlog.size()).toEqual(fromWithin());
    }
    expect(seen).toEqual([0, 1, 2, 3]);
    const handedOn = backlog.handedOn();
    const taken = backlog.taken(LARGE_CHARACTERS / 2);
    client.tcp.resume();
    await handedOn;
    expect(backlog.size()).toEqual(fromWithin());
    expect(backlog.size().packets).toBe(0);
    await taken;
    expect(backlog.size().bytes).toBeLessThanOrEqual(LARGE_CHARACTERS / 2);
  });

  it('keeps nobody waiting once the connection has ended', async () => {
    client.tcp.pause();
    for (const text of ['a', 'b']) conn.send(text.repeat(LARGE_CHARACTERS));
    const over = Promise.all([backlog.handedOn(), backlog.taken(0)]);
    client.tcp.destroy();
    await over;
  });
});
