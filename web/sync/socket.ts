import { io, type Socket } from 'socket.io-client';
import { HUB_EVENTS } from '#projections/sync/protocol.ts';
import type { Transport, TransportListener } from './ports.ts';

/** Milliseconds before the first and before every later try to connect again; half of it is random. */
const RECONNECT_FIRST_MS = 300;
const RECONNECT_MAX_MS = 8_000;
const RECONNECT_JITTER = 0.5;
/** Milliseconds that one try may take. */
const CONNECT_TIMEOUT_MS = 8_000;

/** What the page learns from the socket beside packets. */
export interface SocketEvents {
  /** The hub has ended the connection on purpose: the session may have ended. */
  readonly sentAway: () => void;
}

/**
 * The hub over Socket.IO. It waits to be let go (`reconnect`) until the session is known, then connects for ever.
 * Packets of a connection that has ended are not handed on.
 *
 * @param headers of the handshake, for programs; a browser sets its own
 */
export function createSocketTransport(
  events: SocketEvents,
  url?: string,
  headers?: Readonly<Record<string, string>>,
): Transport {
  const options = {
    autoConnect: false,
    transports: ['websocket'],
    withCredentials: true,
    reconnectionDelay: RECONNECT_FIRST_MS,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    randomizationFactor: RECONNECT_JITTER,
    timeout: CONNECT_TIMEOUT_MS,
    ...(headers && { extraHeaders: { ...headers } }),
  };
  const socket: Socket = url === undefined ? io(options) : io(url, options);

  return {
    start(listener) {
      follow(socket, listener, events);
    },
    async request(event, payload, timeoutMilliseconds) {
      if (!socket.connected) throw new Error('There is no connection.');
      return socket.timeout(timeoutMilliseconds).emitWithAck(event, payload);
    },
    reconnect() {
      socket.disconnect().connect();
    },
    stop() {
      socket.disconnect();
    },
  };
}

function follow(socket: Socket, listener: TransportListener, events: SocketEvents): void {
  socket.on('connect', () => listener.opened());
  socket.on('disconnect', (reason) => {
    listener.closed();
    if (reason !== 'io server disconnect') return;
    events.sentAway();
    // Socket.IO would stay away by itself.
    socket.connect();
  });
  socket.on('connect_error', () => {
    // The hub could not tell who this is just now; after such an answer Socket.IO would not try again.
    if (!socket.active) setTimeout(() => socket.connect(), RECONNECT_MAX_MS * Math.random());
  });
  for (const event of HUB_EVENTS) socket.on(event, (payload: unknown) => listener.received(event, payload));
}
