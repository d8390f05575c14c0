import { once } from 'node:events';
import type { Server as HttpServer, IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Server, type Socket } from 'socket.io';
import { isOfPage, SESSION_CHANGED } from '#projections/sync/handshake.ts';
import type { Logger } from '../logging.ts';
import type { EndReason, Line } from './connection.ts';
import type { Hub, Peer } from './hub.ts';
import { FRAME_MAX_BYTES } from './limits.ts';

/** Milliseconds between two signs of life, and how long one may be missing. */
const PING_EVERY_MS = 20_000;
const PING_TIMEOUT_MS = 15_000;
/** Milliseconds that a handshake may take. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds that messages under way have to be answered in when the server closes. */
const DRAIN_MS = 5_000;
/** Milliseconds in which the other end has to agree to the end of its connection; then it is cut. */
const GOODBYE_MS = 1_000;

/** Who is at the other end, from a handshake. */
export interface HandshakeIdentity {
  readonly userId: string;
  readonly sessionId: string;
}

export interface SocketIoOptions {
  /** Whether a page of this origin may connect to this host; a missing origin may not. */
  readonly isOwnOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  /** The session that the cookies stand for; `null`: signed out. Rejects when that can't be told now. */
  readonly authenticate: (headers: IncomingHttpHeaders) => Promise<HandshakeIdentity | null>;
  /** Id of the campus of a host. */
  readonly campusOf: (host: string) => string;
  /** Network address, as far as trusted proxies tell. */
  readonly addressOf: (headers: IncomingHttpHeaders, peerAddress: string) => string;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/** The part of a WebSocket (package ws) that the slow-client check looks at. */
interface RawSocket {
  readonly bufferedAmount: number;
  terminate(): void;
}

/**
 * Puts the hub on Socket.IO, over WebSockets alone: their handshake always names its origin, which is checked
 * exactly; CORS rules would not keep a foreign page from connecting. There is no `connectionStateRecovery`: it would
 * skip the authentication, and the resume by cursor does more.
 *
 * @returns a function that ends all connections: what was begun is answered before, nothing more is begun
 */
export function attachSocketIo(http: HttpServer, hub: Hub, options: SocketIoOptions): () => Promise<void> {
  const io = new Server(http, {
    transports: ['websocket'],
    allowUpgrades: false,
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: FRAME_MAX_BYTES,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    allowRequest: ({ headers, socket }, decide) => {
      const isAllowed = options.isOwnOrigin(headers.origin, headers.host);
      if (isAllowed) gatherWrites(socket);
      decide(null, isAllowed);
    },
  });
  const line: Line = {
    // Every socket is alone in a room of its own id: one broadcast to these rooms encodes the packet once.
    send: (connectionIds, event, payload) => void io.to([...connectionIds]).emit(event, payload),
  };
  io.use((socket, next) => {
    options.authenticate(socket.request.headers).then(
      (identity) => {
        socket.data = { identity };
        if (isOfPage(socket.handshake.auth, identity?.userId ?? null)) next();
        else next(new Error(SESSION_CHANGED));
      },
      (error: unknown) => {
        options.logger.warn({ err: error }, 'A handshake could not be authenticated.');
        next(new Error('UNAVAILABLE'));
      },
    );
  });
  const answers = createAnswers();
  const upgraded = new Set<Duplex>();
  http.on('upgrade', (_request, stream) => {
    upgraded.add(stream);
    stream.once('close', () => upgraded.delete(stream));
  });
  io.on('connection', (socket) => connect(socket, hub, line, answers, options));
  return async () => {
    await Promise.race([answersSent(io, answers), pause(DRAIN_MS, undefined, { ref: false })]);
    const cut = setTimeout(() => {
      // Half open, or a client that does not follow the protocol.
      for (const stream of upgraded) stream.destroy();
    }, GOODBYE_MS);
    await io.close();
    clearTimeout(cut);
  };
}

/** What is written in this turn leaves together: the answer to a handshake and the first packet, thousands at once. */
function gatherWrites(stream: Duplex): void {
  stream.cork();
  setImmediate(() => stream.uncork());
}

function connect(socket: Socket, hub: Hub, line: Line, answers: Answers, options: SocketIoOptions): void {
  const { headers } = socket.request;
  const identity = (socket.data as { identity: HandshakeIdentity | null }).identity;
  const campus = options.campusOf(headers.host ?? '');
  const address = options.addressOf(headers, socket.handshake.address);
  forgetHandshake(socket);
  const peer = hub.connect({
    id: socket.id,
    userId: identity?.userId ?? null,
    sessionId: identity?.sessionId ?? null,
    campus,
    address,
    outlet: { line, backlog: () => backlogOf(socket), end: (reason) => end(socket, reason) },
  });
  socket.on('disconnect', () => peer.closed());
  // An event called "error" without a listener would end the process.
  socket.on('error', () => undefined);
  socket.onAny((event: unknown, ...rest: unknown[]) => answers.begin(() => answer(peer, event, rest)));
}

/** The messages that are being answered. */
interface Answers {
  begin(answering: () => Promise<void>): void;
  /** Begins nothing more, and waits for what was begun. Whoever sent what is not begun sends it again elsewhere. */
  end(): Promise<unknown>;
}

function createAnswers(): Answers {
  const running = new Set<Promise<void>>();
  let isEnding = false;
  return {
    begin(answering) {
      if (isEnding) return;
      const answered = answering();
      running.add(answered);
      void answered.finally(() => running.delete(answered));
    },
    end() {
      isEnding = true;
      return Promise.all(running);
    },
  };
}

/**
 * The request that opened a socket, with its cookies, would stay as long as the socket. Nothing asks for it any more
 * (https://socket.io/docs/v4/memory-usage).
 */
function forgetHandshake(socket: Socket): void {
  const holder = socket as unknown as { handshake: unknown; readonly conn: { request: unknown } };
  holder.handshake = null;
  holder.conn.request = null;
}

/** Clients may leave out the payload, the acknowledgement, or both. */
async function answer(peer: Peer, event: unknown, rest: readonly unknown[]): Promise<void> {
  const last = rest.at(-1);
  const acknowledge = typeof last === 'function' ? (last as (reply: unknown) => void) : null;
  const payload = acknowledge !== null && rest.length === 1 ? undefined : rest[0];
  const reply = await peer.receive(String(event), payload);
  if (reply !== null) acknowledge?.(reply);
}

/** Resolves when everything that was begun is answered and handed to the system. */
async function answersSent(io: Server, answers: Answers): Promise<void> {
  await answers.end();
  const handedOver = async ({ conn }: Socket) => {
    // Private in its types only, see `backlogOf`.
    const { writeBuffer } = conn as unknown as { readonly writeBuffer: readonly unknown[] };
    if (writeBuffer.length > 0) await Promise.race([once(conn, 'drain'), once(conn, 'close')]);
  };
  await Promise.all([...io.sockets.sockets.values()].map(handedOver));
}

function rawSocketOf(socket: Socket): RawSocket | undefined {
  return (socket.conn.transport as unknown as { readonly socket?: RawSocket } | undefined)?.socket;
}

/** What was handed to the WebSocket and is not on its way, and what still waits before it. */
function backlogOf(socket: Socket): { readonly bytes: number; readonly packets: number } {
  // Private in its types only: nothing public tells how much waits.
  const { writeBuffer: waiting } = socket.conn as unknown as { readonly writeBuffer: readonly { data?: unknown }[] };
  const bytes = waiting.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0);
  return { bytes: bytes + (rawSocketOf(socket)?.bufferedAmount ?? 0), packets: waiting.length };
}

/**
 * A session that ended is told; whoever does not listen is cut off without waiting for what is in the pipe, and
 * comes back by itself.
 */
function end(socket: Socket, reason: EndReason): void {
  if (reason === 'session-ended') {
    socket.disconnect(true);
    return;
  }
  const raw = rawSocketOf(socket);
  if (raw === undefined) socket.conn.close(true);
  else raw.terminate();
}
