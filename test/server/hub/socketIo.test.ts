import { request } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import { PROTOCOL_CHANGED, SESSION_CHANGED } from '#projections/sync/handshake.ts';
import { UNPACKS } from '#projections/sync/packedAnswer.ts';
import { PROTOCOL_VERSION, type Rows } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { FRAME_MAX_BYTES } from '#server/hub/limits.ts';
import { PACKED_FROM_CHARACTERS } from '#server/read/limits.ts';
import { creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { type SocketServer, socketServer } from '#test/server/support/socketServer.ts';
import { type HubRig, hubRig, subscribeTo } from './hubRig.ts';

const FEED = topicName.feed('ou');
const ACK_MS = 4_000;

let rig: HubRig;
let server: SocketServer;
let url: string;
const sockets: Socket[] = [];

beforeEach(async () => {
  rig = await hubRig();
  rig.log.add('UserRegistered', registration('ada'));
  await rig.publish();
  server = await socketServer(rig.hub, {
    isOwnOrigin: (origin, host) => origin === `http://${host}`,
    authenticate: async ({ cookie }) => {
      if (cookie === 'broken') throw new Error('The vault does not answer.');
      return cookie === undefined ? null : { userId: id(cookie), sessionId: `session-${cookie}` };
    },
  });
  url = `http://127.0.0.1:${server.port}`;
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await rig.hub.close();
  await server.close();
});

function client(headers: Record<string, string> = { origin: url }, auth: object = {}): Socket {
  const options = { transports: ['websocket'], reconnection: false, forceNew: true };
  const socket = io(url, { ...options, extraHeaders: headers, auth });
  sockets.push(socket);
  return socket;
}

function once<T = unknown>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve) => socket.once(event, resolve));
}

async function connected(headers?: Record<string, string>): Promise<Socket> {
  const socket = client(headers);
  await once(socket, 'connect');
  return socket;
}

/** The hub still answers after the hostile packets. */
async function expectAlive(): Promise<void> {
  const socket = await connected();
  expect(await socket.timeout(ACK_MS).emitWithAck('subscribe', subscribeTo(FEED))).toMatchObject({ ok: true });
}

describe('the handshake', () => {
  it('refuses a page that speaks another version of the protocol, and says so', async () => {
    for (const protocol of [PROTOCOL_VERSION - 1, PROTOCOL_VERSION + 1, null]) {
      const { message } = await once<Error>(client({ origin: url }, { protocol }), 'connect_error');
      expect(message).toBe(PROTOCOL_CHANGED);
    }
    await once(client({ origin: url }, { protocol: PROTOCOL_VERSION }), 'connect');
  });

  it('refuses another origin, a missing one, and one that only looks like ours', async () => {
    const foreign = ['https://evil.example', 'null', `${url}.evil.example`, url.replace('http', 'https'), ''];
    for (const origin of foreign) expect(await upgradeStatus({ origin })).not.toBe(101);
    expect(await upgradeStatus({})).not.toBe(101);
    expect(await upgradeStatus({ origin: url })).toBe(101);
  });

  it('[P5] refuses a page whose session is not the one of its cookies any more', async () => {
    const ada = { origin: url, cookie: 'ada' };
    const pages = [
      [ada, { user: id('ada') }],
      [{ origin: url }, { user: null }],
      [ada, {}],
    ] as const;
    for (const [headers, auth] of pages) await once(client({ ...headers }, auth), 'connect');
    const others = [
      [{ origin: url }, { user: id('ada') }],
      [{ origin: url, cookie: 'bob' }, { user: id('ada') }],
      [ada, { user: null }],
      [ada, { user: { id: id('ada') } }],
    ] as const;
    for (const [headers, auth] of others) {
      expect(await once<Error>(client({ ...headers }, auth), 'connect_error')).toMatchObject({
        message: SESSION_CHANGED,
      });
    }
  });

  it('knows the session by its cookies, and refuses when it can’t tell', async () => {
    const own = await connected({ origin: url, cookie: 'ada' });
    const answer = await own.timeout(ACK_MS).emitWithAck('subscribe', subscribeTo(topicName.me(id('ada'))));
    expect(answer).toMatchObject({
      ok: true,
      documents: expect.arrayContaining([expect.objectContaining({ key: id('ada') })]),
    });
    const visitor = await connected();
    const refused = await visitor.timeout(ACK_MS).emitWithAck('subscribe', subscribeTo(topicName.me(id('ada'))));
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'TOPIC_FORBIDDEN' } });
    const broken = client({ origin: url, cookie: 'broken' });
    expect(await once<Error>(broken, 'connect_error')).toMatchObject({ message: 'UNAVAILABLE' });
  });

  it('ends the sockets of a session that ended', async () => {
    const own = await connected({ origin: url, cookie: 'ada' });
    const gone = once(own, 'disconnect');
    rig.hub.endSession('session-ada');
    expect(await gone).toBe('io server disconnect');
  });
});

describe('the socket', () => {
  it('[POST-16] brings a new post to every open feed', async () => {
    const readers = [await connected(), await connected({ origin: url, cookie: 'bob' })];
    for (const reader of readers) await reader.timeout(ACK_MS).emitWithAck('subscribe', subscribeTo(FEED));
    const received = readers.map((reader) => once<Rows>(reader, 'rows'));
    rig.log.add('PostCreated', creation(topLevel('desk', 'ada')));
    await rig.publish();
    for (const rows of await Promise.all(received)) expect(rows.documents.map(({ key }) => key)).toContain(id('desk'));
  });

  it('packs a large answer for a page that says it can unpack, and for no other', async () => {
    for (let each = 0; each < PACKED_FROM_CHARACTERS / 2_000; each += 1) {
      rig.log.add('PostCreated', creation(topLevel(`post ${each}`, 'ada'), 'long '.repeat(800)));
    }
    await rig.publish();
    const answerTo = async (auth: object) => {
      const socket = client({ origin: url }, auth);
      await once(socket, 'connect');
      return socket.timeout(ACK_MS).emitWithAck('subscribe', subscribeTo(FEED));
    };
    const plain = await answerTo({});
    expect(plain.packed).toBeUndefined();
    const { packed, documents } = await answerTo({ [UNPACKS]: true });
    expect(documents).toEqual([]);
    expect(JSON.parse(inflateRawSync(packed).toString())).toEqual(plain.documents);
  });

  it('lives through missing acknowledgements, null payloads and reserved names', async () => {
    const socket = await connected();
    for (const event of ['subscribe', 'page', 'need', 'command', 'error', 'unknown', 'toString', '__proto__']) {
      socket.emit(event);
      socket.emit(event, null);
      socket.emit(event, undefined, null);
      socket.emit(event, 'x', 'y', 'z');
    }
    socket.emit('subscribe', () => undefined);
    expect(await socket.timeout(ACK_MS).emitWithAck('subscribe', null)).toMatchObject({ ok: false });
    expect(await socket.timeout(ACK_MS).emitWithAck('subscribe', subscribeTo(FEED))).toMatchObject({ ok: true });
    await expectAlive();
  });

  it('lives through frames that can’t be parsed', async () => {
    for (const frame of [
      '2',
      '2{',
      '2["',
      '29999999["subscribe"]',
      '5',
      '51-["x",{"_placeholder":true,"num":9}]',
      '{}',
      '\u0000',
    ]) {
      const socket = await connected();
      // Written below Socket.IO's encoder, as a hostile client would.
      socket.io.engine.write(frame);
      socket.emit('subscribe', subscribeTo(FEED));
    }
    await expectAlive();
  });

  it('ends a connection whose frame is larger than the limit', async () => {
    const socket = await connected();
    const gone = once(socket, 'disconnect');
    socket.emit('subscribe', { topic: 'x'.repeat(FRAME_MAX_BYTES) });
    await gone;
    await expectAlive();
  });

  it('takes a deeply nested payload below that limit without harm', async () => {
    const depth = 30_000;
    const socket = await connected();
    socket.io.engine.write(`20["subscribe",${'['.repeat(depth)}${']'.repeat(depth)}]`);
    await expectAlive();
  });

  it('drops a client that stops reading, and nobody else', async () => {
    const stalled = await connected();
    const reader = await connected();
    for (const each of [stalled, reader]) await each.timeout(ACK_MS).emitWithAck('subscribe', subscribeTo(FEED));
    rawSocketOf(stalled).pause();
    let received = 0;
    reader.on('rows', () => {
      received += 1;
    });
    let posts = 0;
    while (rig.hub.stats().slow === 0 && posts < 5_000) {
      posts += 1;
      rig.log.add('PostCreated', creation(topLevel(`post ${posts}`, 'ada'), 'long '.repeat(800)));
      await rig.publish();
      if (posts % 20 === 0) await turnOfTheEventLoop();
    }
    expect(rig.hub.stats()).toMatchObject({ slow: 1, connections: 1 });
    while (received < posts) await once(reader, 'rows');
    expect(received).toBe(posts);
  });
});

function turnOfTheEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The TCP socket under a client: the package's own types do not name it. */
function rawSocketOf(socket: Socket): { pause(): void } {
  const { transport } = socket.io.engine as unknown as { transport: { ws: { _socket: { pause(): void } } } };
  return transport.ws._socket;
}

/** The status that a plain HTTP client gets for a WebSocket request. */
function upgradeStatus(headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const upgrade = request(`${url}/socket.io/?EIO=4&transport=websocket`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    });
    upgrade.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    upgrade.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    upgrade.on('error', reject);
    upgrade.end();
  });
}
