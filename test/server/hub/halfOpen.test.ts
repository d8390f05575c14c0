import { afterEach, expect, it } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import { PAGE } from '#projections/sync/handshake.ts';
import { PINGS } from '#server/hub/limits.ts';
import { eventually } from '#test/e2e/harness/eventually.ts';
import { layRelay, type Relay } from '#test/e2e/harness/relay.ts';
import { id } from '#test/projections/support/events.ts';
import { socketServer } from '#test/server/support/socketServer.ts';
import { hubRig } from './hubRig.ts';

/** A connection that died without a word: the server's end of it is half open. */

const MS_PER_SECOND = 1_000;
/** Seconds after which the server has to have ended it. */
const HALF_OPEN_MAX_SECONDS = 45;
const PAGES = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b'] as const;

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A hub behind a relay, and the streams that its HTTP server has open. */
async function lay(options: { readonly pings?: typeof PINGS; readonly socketsPerAddress?: number } = {}) {
  const rig = await hubRig();
  const server = await socketServer(rig.hub, {
    isOwnOrigin: () => true,
    authenticate: async ({ cookie }) => (cookie === undefined ? null : { userId: id(cookie), sessionId: cookie }),
    ...options,
  });
  const relay = await layRelay(server.port);
  ends.push(() => rig.hub.close(), server.close, relay.close);
  const streams = () =>
    new Promise<number>((resolve, reject) =>
      server.http.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
    );
  return { relay, streams };
}

/** Connects as a page, and says how that ended. */
async function join(relay: Relay, auth: object, cookie?: string): Promise<string> {
  const url = `http://127.0.0.1:${relay.port}`;
  const extraHeaders = { origin: url, ...(cookie === undefined ? {} : { cookie }) };
  const options = { transports: ['websocket'], reconnection: false, forceNew: true, extraHeaders, auth };
  const socket: Socket = io(url, options);
  ends.push(() => socket.disconnect());
  return new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', ({ message }) => resolve(message));
  });
}

it('is ended by the server when no pong comes, within 45 seconds by the times that it has', async () => {
  expect(PINGS.everyMs + PINGS.timeoutMs).toBeLessThanOrEqual(HALF_OPEN_MAX_SECONDS * MS_PER_SECOND);
  const { relay, streams } = await lay({ pings: { everyMs: 1_000, timeoutMs: 1_000 } });
  expect(await join(relay, {})).toBe('connected');
  expect(await streams()).toBe(1);
  relay.die();
  await eventually('the server has ended it', async () => (await streams()) === 0 || undefined);
  expect(relay.connections.map(({ isDead }) => isDead)).toEqual([true]);
});

it('counts nowhere beside the connection with which its page comes back, of visitors and of users', async () => {
  const { relay, streams } = await lay({ socketsPerAddress: 1 });
  expect(await join(relay, { [PAGE]: PAGES[0] })).toBe('connected');
  relay.die();
  // The address has room for one visitor: another page has to wait, the same one is back.
  expect(await join(relay, { [PAGE]: PAGES[1] })).toBe('RATE_LIMITED');
  for (let times = 0; times < 3; times += 1) {
    expect(await join(relay, { [PAGE]: PAGES[0] })).toBe('connected');
    relay.die();
  }
  await eventually('one stream is left', async () => (await streams()) === 1 || undefined);
  expect(await join(relay, { [PAGE]: PAGES[0] }, 'ada')).toBe('connected');
  relay.die();
  expect(await join(relay, { [PAGE]: PAGES[0] }, 'ada')).toBe('connected');
  await eventually('each of the two people has one', async () => (await streams()) === 2 || undefined);
});

it('of another person, or of a page without an id of that form, is left alone', async () => {
  const { relay, streams } = await lay();
  for (const cookie of ['ada', 'bob']) expect(await join(relay, { [PAGE]: PAGES[0] }, cookie)).toBe('connected');
  for (const page of ['x', '', 7, null, `${PAGES[1]}${PAGES[1]}`, 'constructor'])
    for (let times = 0; times < 2; times += 1) expect(await join(relay, { [PAGE]: page }, 'ada')).toBe('connected');
  expect(await streams()).toBe(14);
});
