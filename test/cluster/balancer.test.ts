import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { type Balancer, startBalancer } from './balancer.ts';

const servers: Server[] = [];
let balancer: Balancer | null = null;

async function backend(name: string): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer((_request, response) => response.end(name));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}

async function ask(path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${balancer?.port}${path}`, { headers: { connection: 'close' } });
  return answer.text();
}

afterEach(async () => {
  await balancer?.close();
  balancer = null;
  for (const server of servers.splice(0)) server.close();
});

it('sends sockets to hubs and all else to API processes, each in turn', async () => {
  const [a, b, h, i] = await Promise.all(['a', 'b', 'h', 'i'].map(backend));
  const ports = (...all: readonly ({ readonly port: number } | undefined)[]) => all.map((each) => each?.port ?? 0);
  balancer = await startBalancer(0, { api: ports(a, b), hub: ports(h, i) });
  const answers = [];
  for (let n = 0; n < 4; n += 1) answers.push(await ask('/home'));
  for (let n = 0; n < 4; n += 1) answers.push(await ask('/socket.io/?EIO=4'));
  expect(answers.slice(0, 4).sort()).toEqual(['a', 'a', 'b', 'b']);
  expect(answers.slice(4).sort()).toEqual(['h', 'h', 'i', 'i']);
});

it('passes over a process that is down', async () => {
  const [a, b] = await Promise.all(['a', 'b'].map(backend));
  balancer = await startBalancer(0, { api: [a?.port ?? 0, b?.port ?? 0], hub: [] });
  a?.server.close();
  a?.server.closeAllConnections();
  expect([await ask('/'), await ask('/'), await ask('/')]).toEqual(['b', 'b', 'b']);
});

it('passes over a process that is down also for many connections that come at once', async () => {
  const [a, b] = await Promise.all(['a', 'b'].map(backend));
  balancer = await startBalancer(0, { api: [a?.port ?? 0, b?.port ?? 0], hub: [] });
  a?.server.close();
  a?.server.closeAllConnections();
  const all = Array.from({ length: 16 }, () => ask('/'));
  expect(await Promise.all(all)).toEqual(all.map(() => 'b'));
});
