import { io, type Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { OUTSIDE_AREA, PAGE, PROTOCOL_CHANGED, SESSION_CHANGED } from '#projections/sync/handshake.ts';
import { UNPACKS } from '#projections/sync/packedAnswer.ts';
import { HUB_EVENTS, PROTOCOL_VERSION } from '#projections/sync/protocol.ts';
import { backOff } from './backOff.ts';
import { canUnpack, Inbox, isPacked } from './inbox.ts';
import { createSilenceTimeout } from './silenceTimeout.ts';
import type { Transport, TransportListener } from './transport.ts';

/** Milliseconds before the first and before every later try to connect again; half of it is random. */
const RECONNECT_FIRST_MS = 300;
const RECONNECT_MAX_MS = 8_000;
const RECONNECT_JITTER = 0.5;
/** The same for a page of another release than the hub's: it is refused until page or hub is updated. */
const OUTDATED_RETRY_FIRST_MS = 4_000;
const OUTDATED_RETRY_MAX_MS = 5 * 60_000;
/** Milliseconds that one try may take. */
const CONNECT_TIMEOUT_MS = 8_000;

/** Longest wait for an answer on a busy connection, as a multiple of the allowed silence. */
const LONGEST_WAIT = 6;

/** Events of the socket beside packets. */
export interface SocketEvents {
  /** The hub has ended or refused the connection on purpose: the session may have ended. */
  readonly closedByHub: () => void;
  /** The hub does not serve where this browser is. */
  readonly outside?: () => void;
}

/**
 * The hub over Socket.IO. It waits for `reconnect`, called once the session is known, then reconnects for ever. Packets
 * of an ended connection are dropped.
 *
 * @param headers of the handshake, for programs; a browser sets its own
 */
export function createSocketTransport(
  events: SocketEvents,
  url?: string,
  headers?: Readonly<Record<string, string>>,
): Transport {
  const page = uuidv7();
  const options = {
    autoConnect: false,
    transports: ['websocket'],
    withCredentials: true,
    reconnectionDelay: RECONNECT_FIRST_MS,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    randomizationFactor: RECONNECT_JITTER,
    timeout: CONNECT_TIMEOUT_MS,
    // Called at every handshake.
    auth: (send: (auth: object) => void) =>
      send({
        protocol: PROTOCOL_VERSION,
        [UNPACKS]: canUnpack,
        [PAGE]: page,
        ...(user !== undefined && { user: user() }),
      }),
    ...(headers && { extraHeaders: { ...headers } }),
  };
  let user: TransportListener['user'];
  let inbox = new Inbox();
  let cancelRetry: () => void = () => undefined;
  const connectIn = (milliseconds: number) => {
    cancelRetry();
    const timer = setTimeout(() => socket.connect(), milliseconds);
    cancelRetry = () => clearTimeout(timer);
  };
  const retry: Retry = {
    soon: () => connectIn(RECONNECT_MAX_MS * Math.random()),
    outdated(tries) {
      connectIn(backOff(tries, OUTDATED_RETRY_FIRST_MS, OUTDATED_RETRY_MAX_MS, Math.random()));
    },
  };
  const socket: Socket = url === undefined ? io(options) : io(url, options);
  const silence = createSilenceTimeout();
  socket.io.on('packet', silence.heard);

  return {
    start(listener) {
      user = listener.user;
      const inOrder: TransportListener = {
        ...listener,
        closed() {
          inbox.close();
          inbox = new Inbox();
          listener.closed();
        },
        received: (event, payload) => inbox.take(() => listener.received(event, payload)),
      };
      follow(socket, inOrder, events, retry);
    },
    async request(event, payload, timeoutMilliseconds) {
      if (!socket.connected) throw new Error('There is no connection.');
      return new Promise((resolve, reject) => {
        const stopWaiting = silence.wait(timeoutMilliseconds, () => reject(new Error('Nothing comes any more.')));
        // Not `emitWithAck`: a compressed answer has to keep its order among the packets from the moment of its
        // arrival.
        const longest = timeoutMilliseconds * LONGEST_WAIT;
        socket.timeout(longest).emit(event, payload, (error: Error | null, answer: unknown) => {
          stopWaiting();
          if (error !== null) reject(error);
          else if (isPacked(answer)) inbox.unpack(answer).then(resolve, reject);
          else inbox.take(() => resolve(answer));
        });
      });
    },
    signal(payload) {
      // Volatile: Socket.IO drops it where it would have to wait.
      socket.volatile.emit('signal', payload);
    },
    reconnect(afterMilliseconds = 0) {
      cancelRetry();
      socket.disconnect();
      if (afterMilliseconds === 0) socket.connect();
      else connectIn(afterMilliseconds);
    },
    stop() {
      cancelRetry();
      socket.disconnect();
    },
  };
}

/** Retries after the hub has answered, where Socket.IO does not retry by itself. */
interface Retry {
  soon(): void;
  /** @param tries consecutive refusals of the page's release */
  outdated(tries: number): void;
}

function follow(socket: Socket, listener: TransportListener, events: SocketEvents, retry: Retry): void {
  let refused = 0;
  socket.on('connect', () => {
    refused = 0;
  });
  socket.on('disconnect', (reason) => {
    listener.closed();
    if (reason !== 'io server disconnect') return;
    events.closedByHub();
    // Socket.IO does not reconnect by itself after this.
    socket.connect();
  });
  socket.on('connect_error', ({ message }) => {
    if (socket.active) return;
    if (message === PROTOCOL_CHANGED) {
      refused += 1;
      listener.outdated?.();
      retry.outdated(refused);
      return;
    }
    if (message === OUTSIDE_AREA) {
      events.outside?.();
      return;
    }
    if (message === SESSION_CHANGED) events.closedByHub();
    // Also when the hub could not identify the user for now.
    retry.soon();
  });
  for (const event of HUB_EVENTS) socket.on(event, (payload: unknown) => listener.received(event, payload));
}
