import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Server } from 'socket.io';
import { PROTOCOL_CHANGED } from '#projections/sync/handshake.ts';
import { PROTOCOL_VERSION } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { storeAtOnce } from '#test/proof/simulate/simClient.ts';
import { type HubRig, hubRig } from '#test/server/hub/hubRig.ts';
import { type SocketServer, socketServer } from '#test/server/support/socketServer.ts';
import { createSyncStore } from '#web/sync/core.ts';
import { rulesAtHand } from '#web/sync/documents/rulesSource.ts';
import type { SyncView } from '#web/sync/documents/view.ts';
import { rules } from '#web/sync/rules.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';
import { browserClock } from '#web/sync/transport/clock.ts';
import { createSocketTransport } from '#web/sync/transport/socket.ts';

const FEED = topicName.feed('ou');

let rig: HubRig;
let sockets: SocketServer;
let port = 0;
let store: SyncStore;
let closedByHub = 0;
let onClosedByHub: () => void;
/** Whose cookies the browser has. */
let cookies: string | null = 'ada';

async function listen(): Promise<void> {
  sockets = await socketServer(
    rig.hub,
    { authenticate: async () => (cookies === null ? null : { userId: id(cookies), sessionId: `session-${cookies}` }) },
    port,
  );
  port = sockets.port;
}

beforeEach(async () => {
  rig = await hubRig();
  rig.log.add('UserRegistered', registration('ada'));
  rig.log.add('PostCreated', creation(topLevel('lamp', 'ada')));
  await rig.publish();
  port = 0;
  closedByHub = 0;
  onClosedByHub = () => {
    closedByHub += 1;
  };
  cookies = 'ada';
  await listen();
  store = createSyncStore({
    transport: createSocketTransport({ closedByHub: () => onClosedByHub() }, `http://127.0.0.1:${port}`),
    clock: browserClock,
    storage: { load: async () => [], put: async () => undefined, remove: async () => undefined },
    lock: { run: (task) => task() },
    tabs: { post: () => undefined, listen: () => () => undefined },
    upload: storeAtOnce,
    random: Math.random,
    newId: () => crypto.randomUUID(),
    rules: rulesAtHand(rules),
    ownTopic: topicName.me,
    actorRefused: () => undefined,
  });
  await store.start();
});

afterEach(async () => {
  store.stop();
  await rig.hub.close();
  await sockets.close();
});

/** Resolves as soon as the view is as wanted. */
function until(isWanted: (view: SyncView) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isWanted(store.view.getState())) return;
      stop();
      resolve();
    };
    const stop = store.view.subscribe(look);
    look();
  });
}

const shows = (count: number) => (view: SyncView) => view.windows[FEED]?.length === count;

describe('the client over a real socket', () => {
  it('waits for the session, then [FEED-03] brings what others write', async () => {
    store.hold(FEED);
    expect(store.view.getState().connection).toBe('connecting');
    store.actAs({ userId: id('ada'), campus: 'ou' });
    await until(shows(1));
    rig.log.add('PostCreated', creation(topLevel('desk', 'ada')));
    await rig.publish();
    await until(shows(2));
    expect(store.view.getState()).toMatchObject({ connection: 'online', topics: { [FEED]: { status: 'live' } } });
  });

  it('[P5] unpacks a large answer, and what comes behind it waits for it', async () => {
    const line = Array.from({ length: 400 }, (_, each) => `word ${each * 7919}`).join(' ');
    for (let each = 0; each < 15; each += 1) {
      rig.log.add('PostCreated', creation(topLevel(`lamp ${each}`, 'ada'), line));
    }
    await rig.publish();
    store.actAs({ userId: id('ada'), campus: 'ou' });
    store.hold(FEED);
    await until(({ connection }) => connection === 'online');
    rig.log.add('PostCreated', creation(topLevel('desk', 'ada')));
    await rig.publish();
    await until(shows(17));
  });

  it('[P5] comes back by itself when the server was away, with everything that happened', async () => {
    store.actAs({ userId: id('ada'), campus: 'ou' });
    store.hold(FEED);
    await until(shows(1));
    await sockets.close();
    await until(({ connection }) => connection === 'reconnecting');
    rig.log.add('PostCreated', creation(topLevel('desk', 'ada')));
    await rig.publish();
    await listen();
    await until(shows(2));
  });

  it('comes back when the hub has sent it away, and says so', async () => {
    store.actAs({ userId: id('ada'), campus: 'ou' });
    await until(({ connection }) => connection === 'online');
    rig.hub.endUser(id('ada'));
    await until(({ connection }) => connection === 'reconnecting');
    await until(({ connection }) => connection === 'online');
    expect(closedByHub).toBe(1);
  });

  it('[P5] stays away as somebody else than the page, and connects once the page knows who is signed in', async () => {
    cookies = null;
    const notified = new Promise<void>((resolve) => {
      onClosedByHub = resolve;
    });
    store.actAs({ userId: id('ada'), campus: 'ou' });
    await notified;
    expect(store.view.getState().connection).toBe('connecting');
    store.actAs({ userId: null, campus: 'ou' });
    await until(({ connection }) => connection === 'online');
  });
});

describe('a page of another release than the hub', () => {
  it('says which protocol it speaks, and hears that it has to be reloaded', async () => {
    const http = createServer();
    const server = new Server(http);
    const said: unknown[] = [];
    server.use(({ handshake }, next) => {
      said.push(handshake.auth.protocol);
      next(new Error(PROTOCOL_CHANGED));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const outdated = Promise.withResolvers<void>();
    const transport = createSocketTransport({ closedByHub: () => undefined }, url);
    transport.start({ closed: () => undefined, received: () => undefined, outdated: outdated.resolve });
    transport.reconnect();
    try {
      await outdated.promise;
    } finally {
      transport.stop();
      await server.close();
    }
    expect(said[0]).toBe(PROTOCOL_VERSION);
  });
});

describe('a question on a slow line', () => {
  /** Milliseconds between two packets, of allowed silence, and number of packets before the answer. */
  const [PACKET_MS, PATIENCE_MS, PACKETS] = [250, 2_000, 10];

  async function answerBehind(packets: number, sends: boolean): Promise<unknown> {
    const http = createServer();
    const server = new Server(http);
    server.on('connection', (socket) => {
      socket.emit('progress', {});
      socket.on('subscribe', (_message, answer: (given: unknown) => void) => {
        let left = packets;
        const timer = setInterval(() => {
          left -= 1;
          if (sends) socket.emit('progress', {});
          if (left > 0) return;
          clearInterval(timer);
          answer('the answer');
        }, PACKET_MS);
      });
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const transport = createSocketTransport({ closedByHub: () => undefined }, url);
    const opened = new Promise<void>((resolve) => {
      transport.start({ closed: () => undefined, received: () => resolve() });
    });
    transport.reconnect();
    await opened;
    try {
      return await transport.request('subscribe', {}, PATIENCE_MS);
    } finally {
      transport.stop();
      await server.close();
    }
  }

  it('waits for its answer while other packets come, longer than it would wait for nothing', async () => {
    expect(PACKETS * PACKET_MS).toBeGreaterThan(PATIENCE_MS);
    expect(await answerBehind(PACKETS, true)).toBe('the answer');
  });

  it('ends when nothing comes', async () => {
    await expect(answerBehind(PACKETS, false)).rejects.toThrow('Nothing comes any more.');
  });
});
