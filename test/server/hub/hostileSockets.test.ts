import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Server as Engine, Socket as EngineSocket } from 'engine.io';
import { topicName } from '#projections/sync/topicNames.ts';
import type { Handshake, Transport } from '#server/hub/connection.ts';
import type { Peer } from '#server/hub/hub.ts';
import { ANSWER_BACKLOG_BYTES, ANSWER_TAKEN_MS, IDLE_FRAMES_PER_MINUTE, SOCKETS_PER_USER } from '#server/hub/limits.ts';
import { below, creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { frame, OPCODE, type RawSocket, rawSocket } from '#test/server/support/rawSocket.ts';
import { type SocketServer, socketServer } from '#test/server/support/socketServer.ts';
import { type HubRig, hubRig, subscribeTo } from './hubRig.ts';

const CONNECT = '40';
const DESK = topLevel('desk', 'ada');
const VISITORS_MAX = 3;
/** Threads, comments of each and characters of each comment: more than the system itself keeps for a connection. */
const THREADS = 10;
const COMMENTS = 60;
const COMMENT_CHARACTERS = 50_000;
const ANSWER_BYTES = COMMENTS * COMMENT_CHARACTERS;

/** Milliseconds after which a connection of which a listener failed is gone. */
const ENDED_WITHIN_MS = 10_000;

let rig: HubRig;
let server: SocketServer;
const opened: RawSocket[] = [];
const errors: unknown[] = [];

beforeEach(async () => {
  rig = await hubRig();
  rig.log.add('UserRegistered', registration('ada'));
  rig.log.add('PostCreated', creation(DESK));
  await rig.publish();
  errors.length = 0;
  const logger = { warn: () => undefined, error: (fields: unknown) => void errors.push(fields) };
  server = await socketServer(rig.hub, {
    authenticate: async ({ cookie }) =>
      cookie === undefined ? null : { userId: id(cookie), sessionId: `session-${cookie}` },
    userOf: ({ cookie }) => (cookie === 'broken' ? fault() : cookie === undefined ? null : id(cookie)),
    addressOf: (headers, peer) => String(headers['x-address'] ?? peer),
    socketsPerAddress: VISITORS_MAX,
    handshakesPerAddress: { perMinute: 60, burst: SOCKETS_PER_USER + 10 },
    clock: () => new Date(rig.clock.now()),
    isOutside: async (headers) => ('x-area' in headers ? fault() : false),
    logger,
  });
});

afterEach(async () => {
  for (const { tcp } of opened.splice(0)) tcp.destroy();
  await rig.hub.close();
  await server.close();
});

async function open(headers: Record<string, string> = {}, atOnce: readonly string[] = []): Promise<RawSocket> {
  const socket = await rawSocket(server.port, { headers, atOnce });
  opened.push(socket);
  return socket;
}

/** Opens a socket and joins the hub. */
async function join(headers: Record<string, string> = {}): Promise<RawSocket> {
  const socket = await open(headers);
  await socket.until('0{"sid"');
  socket.write(CONNECT);
  await Promise.race([socket.until('42["progress"'), socket.closed]);
  return socket;
}

const isRefused = (socket: RawSocket) => !socket.received().includes('42["progress"');

/** Headers of a client of which it cannot be found out where it is. */
const OUTSIDE = { 'x-area': 'unknown' };

function fault(): never {
  throw new Error('A fault of ours.');
}

/** Makes a method fail, and mends it again. */
function broken<Name extends string>(object: object, name: Name, failing: unknown): () => void {
  const whole = object as Record<Name, unknown>;
  const before = whole[name];
  whole[name] = failing;
  return () => {
    whole[name] = before;
  };
}

/** The parts of a peer that fail. */
function brokenPeer(part: Partial<Peer>): () => void {
  const connect = rig.hub.connect;
  return broken(rig.hub, 'connect', (handshake: Handshake) => ({ ...connect.call(rig.hub, handshake), ...part }));
}

/** Every listener of a connection, and a fault in it; `act`: what the client does once it has joined. */
const FAULTS: readonly {
  readonly where: string;
  readonly arrange: () => () => void;
  readonly act?: (socket: RawSocket) => void;
}[] = [
  { where: 'upgrade', arrange: () => broken(Engine.prototype, 'handleUpgrade', fault) },
  {
    where: 'engine',
    arrange() {
      const { on } = EngineSocket.prototype;
      return broken(EngineSocket.prototype, 'on', function (this: EngineSocket, ...args: Parameters<typeof on>) {
        // The event that the hub alone listens to.
        return args[0] === 'packetCreate' ? fault() : on.apply(this, args);
      });
    },
  },
  { where: 'handshake', arrange: () => () => undefined },
  { where: 'connection', arrange: () => broken(rig.hub, 'connect', fault) },
  {
    where: 'message',
    arrange: () => brokenPeer({ receive: async () => fault() }),
    act: (socket) => socket.write('42["subscribe",{}]'),
  },
  { where: 'disconnect', arrange: () => brokenPeer({ closed: fault }), act: ({ tcp }) => tcp.destroy() },
];

describe('a hostile socket', () => {
  it.each([
    ['two in one write', [CONNECT, CONNECT]],
    ['two, one to another namespace', [CONNECT, '40/other,']],
    ['two, one that only the parser takes for one', [CONNECT, '4']],
    ['hundreds in one write', Array.from({ length: 400 }, () => CONNECT)],
  ])('is ended by a second CONNECT: %s', async (_name, packets) => {
    const socket = await open();
    await socket.until('0{"sid"');
    socket.write(...packets);
    await socket.closed;
    expect(rig.hub.stats().connections).toBe(0);
    expect(errors).toEqual([]);
    expect(isRefused(await join())).toBe(false);
  });

  it('is ended by a second CONNECT after it has joined', async () => {
    const socket = await join();
    socket.write(CONNECT);
    await socket.closed;
  });

  it('harms nobody by frames that come with the handshake, or by packets of the engine itself', async () => {
    await open({}, [CONNECT, CONNECT]);
    for (const packet of ['0', '1', '2', '2probe', '3', '5', '6', '7', '', 'b4', '41', '43[]', '44{}', '451-["x"]']) {
      const socket = await open();
      await socket.until('0{"sid"');
      socket.write(packet, CONNECT, packet, packet);
      socket.tcp.end();
      await socket.closed;
    }
    expect(errors).toEqual([]);
    expect(isRefused(await join())).toBe(false);
  });

  it.each([
    ['pings', frame(OPCODE.ping, '')],
    ['pongs', frame(OPCODE.pong, '')],
    ['pongs of the engine', frame(OPCODE.text, '3')],
    ['packets of the engine that mean nothing', frame(OPCODE.text, '6')],
  ])('is ended when it sends %s without end, and is answered few of them', async (_name, said) => {
    const socket = await join();
    const before = socket.received().length;
    const few = Array.from({ length: IDLE_FRAMES_PER_MINUTE }, () => said);
    socket.tcp.write(Buffer.concat(few));
    socket.write('421["unsubscribe",{"topic":"feed:ou"}]');
    await socket.until('431[{"ok":true}]');
    socket.tcp.write(said);
    socket.write('422["unsubscribe",{"topic":"feed:ou"}]');
    await Promise.race([socket.closed, socket.until('432[')]);
    expect(socket.received()).not.toContain('432[');
    expect(socket.received().length - before).toBeLessThan(IDLE_FRAMES_PER_MINUTE * said.length);
    expect(isRefused(await join())).toBe(false);
  });

  it.each(FAULTS)(
    'ends alone when its listener fails, and the log says where: $where',
    async ({ where, arrange, act }) => {
      const reader = await join();
      const restore = arrange();
      const victim = await open(where === 'handshake' ? OUTSIDE : {});
      await Promise.race([victim.until('0{"sid"'), victim.closed]);
      victim.write(CONNECT);
      if (act !== undefined) {
        await victim.until('42["progress"');
        act(victim);
      }
      // Soon, also where the listener has failed before anything was set up: a dead connection must hold no place.
      await Promise.race([victim.closed, pause(ENDED_WITHIN_MS, undefined, { ref: false })]);
      expect(victim.tcp.destroyed).toBe(true);
      while (errors.length === 0) await turnOfTheEventLoop();
      restore();
      expect(errors).toEqual([expect.objectContaining({ where })]);
      expect(reader.tcp.destroyed).toBe(false);
      expect(isRefused(await join())).toBe(false);
    },
  );

  it('is refused when it can not be judged whether there is room for it, and harms nobody', async () => {
    const reader = await join();
    expect((await open({ cookie: 'broken' })).received()).toMatch(/^HTTP\/1\.1 403 [\s\S]*FAULT/);
    expect(errors).toEqual([expect.objectContaining({ where: 'admission' })]);
    expect(reader.tcp.destroyed).toBe(false);
    expect(isRefused(await join())).toBe(false);
  });

  it('ends alone when the engine’s own handshake fails, and the log says so', async () => {
    const reader = await join();
    const broken = { setTransport: () => undefined };
    const fails = jest.spyOn(EngineSocket.prototype as unknown as typeof broken, 'setTransport');
    fails.mockImplementationOnce(() => {
      throw new Error('A fault of the engine.');
    });
    await (await open()).closed;
    fails.mockRestore();
    expect(errors).toEqual([expect.objectContaining({ where: 'engine handshake' })]);
    expect(reader.tcp.destroyed).toBe(false);
    expect(isRefused(await join())).toBe(false);
  });

  it.each([
    ['answers what nobody asked', '430[]'],
    ['refuses to be connected', '44{"message":"no"}'],
    ['announces bytes', '451-["subscribe",{"_placeholder":true,"num":0}]'],
    ['answers with bytes', '461-0[{"_placeholder":true,"num":0}]'],
    ['leaves the hub and keeps the connection', '41'],
  ])('is ended when it %s', async (_name, packet) => {
    const socket = await join();
    socket.write(packet);
    await socket.closed;
    expect(rig.hub.stats().connections).toBe(0);
  });

  it('gets no place beside the others of its address; users have places of their own', async () => {
    const home = { 'x-address': '203.0.113.9' };
    const visitors = await Promise.all(Array.from({ length: VISITORS_MAX }, () => join(home)));
    expect(visitors.some(isRefused)).toBe(false);
    const tooMany = await join(home);
    expect(isRefused(tooMany)).toBe(true);
    expect(isRefused(await join({ ...home, cookie: 'ada' }))).toBe(false);
    expect(isRefused(await join({ 'x-address': '203.0.113.10' }))).toBe(false);
    visitors[0]?.tcp.destroy();
    while (rig.hub.stats().connections > VISITORS_MAX + 1) await turnOfTheEventLoop();
    expect(isRefused(await join(home))).toBe(false);
  });

  it('holds no more places without saying who it is', async () => {
    const home = { 'x-address': '203.0.113.9' };
    for (let each = 0; each < VISITORS_MAX; each += 1) await (await open(home)).until('0{"sid"');
    expect((await open(home)).received()).toMatch(/^HTTP\/1\.1 403 [\s\S]*RATE_LIMITED/);
    expect((await open({ 'x-address': '203.0.113.10' })).received()).toMatch(/^HTTP\/1\.1 101 /);
  });

  it('is one of so many that a user may have, from whatever address', async () => {
    const tab = (number: number) => join({ cookie: 'ada', 'x-address': `203.0.113.${number}` });
    for (let each = 1; each <= SOCKETS_PER_USER; each += 1) expect(isRefused(await tab(each))).toBe(false);
    expect(isRefused(await tab(SOCKETS_PER_USER + 1))).toBe(true);
    expect(isRefused(await join({ cookie: 'bob' }))).toBe(false);
  });

  it('shakes hands only so often from one address, before anything is made for it', async () => {
    const home = { 'x-address': '203.0.113.9' };
    for (let tries = 0; tries < SOCKETS_PER_USER + 10; tries += 1) (await open(home)).tcp.destroy();
    expect((await open(home)).received()).toMatch(/^HTTP\/1\.1 403 [\s\S]*RATE_LIMITED/);
    expect((await open({ 'x-address': '203.0.113.10' })).received()).toMatch(/^HTTP\/1\.1 101 /);
    expect((await open({ ...home, cookie: 'ada' })).received()).toMatch(/^HTTP\/1\.1 101 /);
  });

  it('that never says who it is takes the place of no user of its address', async () => {
    const home = { 'x-address': '203.0.113.9' };
    await Promise.all(Array.from({ length: VISITORS_MAX }, () => open(home)));
    expect((await open(home)).received()).toMatch(/^HTTP\/1\.1 403 [\s\S]*RATE_LIMITED/);
    expect(isRefused(await join({ ...home, cookie: 'ada' }))).toBe(false);
  });

  it('cannot take over an open connection by its engine’s id, nor come without being a WebSocket', async () => {
    const socket = await join();
    const sid = /"sid":"([^"]+)"/.exec(socket.received())?.[1] ?? '';
    for (const query of [
      `EIO=4&transport=websocket&sid=${sid}`,
      'EIO=4&transport=polling',
      'EIO=3&transport=websocket',
    ]) {
      const other = await rawSocket(server.port, { path: `/socket.io/?${query}` });
      opened.push(other);
      expect(other.received()).toMatch(/^HTTP\/1\.1 403 /);
    }
    expect((await open({ 'Sec-WebSocket-Key': 'short' })).received()).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('answers that nobody reads', () => {
  const transports: Transport[] = [];
  const threads = Array.from({ length: THREADS }, (_, each) => topLevel(`desk ${each}`, 'ada'));
  beforeEach(async () => {
    transports.length = 0;
    const connect = rig.hub.connect;
    rig.hub.connect = (handshake) => {
      transports.push(handshake.transport);
      return connect.call(rig.hub, handshake);
    };
    const line = 'x'.repeat(COMMENT_CHARACTERS);
    for (const thread of threads) {
      rig.log.add('PostCreated', creation(thread));
      for (let each = 0; each < COMMENTS; each += 1) {
        rig.log.add('PostCreated', creation(below(thread, `${thread.postId} ${each}`, 'ada'), line));
      }
    }
    await rig.publish();
  });

  /** Asks for threads in one write; the number of the question is that of the thread. */
  const askFor = (socket: RawSocket, count: number) =>
    socket.write(
      ...threads
        .slice(0, count)
        .map(
          ({ postId }, number) => `42${number}${JSON.stringify(['subscribe', subscribeTo(topicName.post(postId))])}`,
        ),
    );

  it('are not made: one waits for each connection, and is given up on after a while', async () => {
    const stalled = await Promise.all(Array.from({ length: VISITORS_MAX }, () => join()));
    for (const socket of stalled) {
      socket.tcp.pause();
      askFor(socket, THREADS);
    }
    for (let turns = 0; turns < 1_000; turns += 1) await turnOfTheEventLoop();
    for (const transport of transports) expect(transport.backlog().bytes).toBeGreaterThan(ANSWER_BACKLOG_BYTES);
    for (const transport of transports) expect(transport.backlog().bytes).toBeLessThan(ANSWER_BYTES * 1.1);
    rig.clock.advance(ANSWER_TAKEN_MS);
    expect(rig.hub.stats()).toMatchObject({ slow: VISITORS_MAX, connections: 0 });
  });

  it('all come to one who reads', async () => {
    const reader = await join();
    askFor(reader, 3);
    for (let number = 0; number < 3; number += 1) await reader.until(`43${number}[{"ok":true`);
    expect(rig.hub.stats()).toMatchObject({ slow: 0, connections: 1 });
  });
});

function turnOfTheEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
