import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '#test/e2e/harness/eventually.ts';
import { layRelay, PORTAL_PAGE, type Relay } from '#test/e2e/harness/relay.ts';

/** A server that sends back what it gets, and notes whose end it has heard of. */
interface Echo {
  readonly server: Server;
  readonly ended: Set<Socket>;
  readonly relay: Relay;
}

const echoes: Echo[] = [];
const clients: Socket[] = [];

async function lay(): Promise<Echo> {
  const ended = new Set<Socket>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => ended.add(socket));
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const echo = { server, ended, relay: await layRelay((server.address() as AddressInfo).port) };
  echoes.push(echo);
  return echo;
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const { server, relay } of echoes.splice(0)) {
    await relay.close();
    server.close();
    await once(server, 'close');
  }
});

/** A client that notes what came back, and how its connection ended. */
function join({ port }: Relay) {
  const socket = connect(port, '127.0.0.1');
  clients.push(socket);
  let text = '';
  const state = { isClosed: false };
  socket.on('data', (bytes) => {
    text += bytes.toString('utf8');
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      state.isClosed = true;
    });
  return {
    say: (words: string | Buffer) => void socket.write(words),
    length: () => text.length,
    text: () => text,
    heard: (words: string) => eventually(`"${words}" came back`, () => text.includes(words) || undefined),
    closed: () => eventually('the connection ended', () => state.isClosed || undefined),
    isClosed: () => state.isClosed,
    end: () => socket.destroy(),
  };
}

describe('the relay before a server', () => {
  it('passes bytes in their order, and the end of either side', async () => {
    const { relay, ended } = await lay();
    const client = join(relay);
    const much = Array.from({ length: 40_000 }, (_, n) => `${n},`).join('');
    client.say(`GET /much HTTP/1.1\r\n\r\n${much}END`);
    await client.heard('END');
    expect(client.text().endsWith(`${much}END`)).toBe(true);
    expect(relay.connections.map(({ requests, isDead }) => [requests, isDead])).toEqual([[['GET /much'], false]]);
    client.end();
    await eventually('the server heard of the end', () => ended.size === 1 || undefined);
  });

  it('lets connections die: neither end hears of it, and new ones are carried', async () => {
    const { relay, ended } = await lay();
    const [first, other] = [join(relay), join(relay)];
    first.say('before');
    await first.heard('before');
    other.say('idle');
    await other.heard('idle');
    relay.die();
    first.say('lost');
    other.end();
    const next = join(relay);
    next.say('after');
    await next.heard('after');
    next.say('again');
    await next.heard('again');
    expect([first.text(), first.isClosed(), ended.size]).toEqual(['before', false, 0]);
    expect(relay.connections.map(({ isDead }) => isDead)).toEqual([true, true, false]);
  });

  it('cuts: what exists breaks, what is new breaks at once, until it passes again', async () => {
    const { relay, ended } = await lay();
    const client = join(relay);
    client.say('before');
    await client.heard('before');
    relay.cut();
    await client.closed();
    await eventually('the server heard of the end', () => ended.size === 1 || undefined);
    await join(relay).closed();
    relay.pass();
    const next = join(relay);
    next.say('after');
    await next.heard('after');
  });

  it('is a captive portal: 200 and a page of somebody else for everything, a handshake too', async () => {
    const { relay } = await lay();
    const client = join(relay);
    client.say('before');
    await client.heard('before');
    relay.captive();
    await client.closed();
    for (const more of ['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n']) {
      const guest = join(relay);
      guest.say(`GET /api/session HTTP/1.1\r\nHost: ou.localhost\r\n${more}\r\n`);
      await guest.heard(PORTAL_PAGE);
      expect(guest.text()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    }
    expect(relay.portalAnswers.length).toBe(2);
    relay.pass();
    const next = join(relay);
    next.say('after');
    await next.heard('after');
  });

  it('is slow: every byte takes its time each way, and each connection has its bytes a second', async () => {
    const { relay } = await lay();
    relay.slow({ delayMs: 150 });
    const far = join(relay);
    const askedAt = performance.now();
    far.say('far');
    await far.heard('far');
    // Timers are at most a millisecond early.
    expect(performance.now() - askedAt).toBeGreaterThanOrEqual(298);
    relay.slow({ delayMs: 0, bytesPerSecond: 60_000 });
    const thin = join(relay);
    const sentAt = performance.now();
    thin.say(`${'x'.repeat(24_000)}END`);
    await thin.heard('END');
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(390);
  });
});
