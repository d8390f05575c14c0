import { once } from 'node:events';
import type { Server as HttpServer, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Server as Engine, type Socket as EngineSocket, type transports } from 'engine.io';
import { Server, type Socket } from 'socket.io';
import { Encoder } from 'socket.io-parser';
import {
  isOfPage,
  OUTSIDE_AREA,
  PROTOCOL_CHANGED,
  pageOf,
  SESSION_CHANGED,
  speaksProtocol,
} from '#projections/sync/handshake.ts';
import { UNPACKS } from '#projections/sync/packedAnswer.ts';
import type { Refused } from '#projections/sync/protocol.ts';
import type { Logger } from '../observability/logging.ts';
import type { NoteRefusal } from '../observability/securityLog.ts';
import { packAnswer } from '../read/packAnswer.ts';
import { type Admission, SOCKET_PATH } from './admission.ts';
import { Backlog } from './backlog.ts';
import type { Broadcaster, EndReason } from './connection.ts';
import { createGuard, type Guard } from './guard.ts';
import type { Hub, Peer } from './hub.ts';
import { limitIdleFrames } from './idleFrames.ts';
import { FRAME_MAX_BYTES, PINGS } from './limits.ts';
import { PageStreams } from './pageStreams.ts';
import { StrictDecoder } from './strictDecoder.ts';

/** Milliseconds that a handshake may take. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds for answering the messages under way when the server closes. */
const DRAIN_MS = 5_000;
/** Milliseconds that a client has to confirm the close of its connection; then the stream is destroyed. */
const GOODBYE_MS = 1_000;

/** The user and the session that a handshake has proven. */
export interface HandshakeIdentity {
  readonly userId: string;
  readonly sessionId: string;
}

export interface SocketIoOptions {
  /** Admitted the requests that become sockets. */
  readonly admission: Pick<Admission, 'identify'>;
  /** The session that the cookies prove; `null`: signed out. Rejects when the vault is not available. */
  readonly authenticate: (headers: IncomingHttpHeaders) => Promise<HandshakeIdentity | null>;
  /** Id of the campus of a host. */
  readonly campusOf: (host: string) => string;
  /** Network address, through the proxies that are trusted. */
  readonly addressOf: (headers: IncomingHttpHeaders, peerAddress: string) => string;
  /** Whether a connection comes from outside of the area of the site (GUARD-07); left out: the site has none. */
  readonly isOutside?: ((headers: IncomingHttpHeaders, address: string) => Promise<boolean>) | undefined;
  /** Called with the code of every refusal that is answered. */
  readonly noteRefusal?: NoteRefusal;
  /** Default: `PINGS`. */
  readonly pings?: typeof PINGS;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Puts the hub on Socket.IO, over WebSockets alone: their handshake always names its origin, which admission checks
 * exactly, while CORS rules would not keep a foreign page from connecting. `connectionStateRecovery` is off: it would
 * skip the authentication, and the resume by cursor does more.
 *
 * @param http a server whose `shouldUpgradeCallback` is `Admission.admits`
 * @returns a function that ends all connections, after the messages under way are answered; later ones are dropped
 */
export function attachSocketIo(http: HttpServer, hub: Hub, options: SocketIoOptions): () => Promise<void> {
  const guard = createGuard(options.logger);
  const { pings = PINGS } = options;
  const pages = new PageStreams();
  const engine = new WebSocketEngine(options.logger, {
    transports: ['websocket'],
    allowUpgrades: false,
    perMessageDeflate: false,
    maxHttpBufferSize: FRAME_MAX_BYTES,
    pingInterval: pings.everyMs,
    pingTimeout: pings.timeoutMs,
  });
  const io = new Server({
    serveClient: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    parser: { Encoder, Decoder: StrictDecoder },
  });
  io.bind(engine);
  const backlogs: Backlogs = new WeakMap();
  const watch = (conn: EngineSocket) => {
    const { socket: stream, websocket } = conn.request as EngineRequest;
    if (websocket === undefined) throw new Error('A connection has no WebSocket.');
    // The WebSocket itself would wait half a minute for the client to confirm the close.
    conn.once('close', () => void setTimeout(() => stream.destroy(), GOODBYE_MS).unref());
    limitIdleFrames(conn, websocket);
    backlogs.set(conn, new Backlog(conn));
  };
  engine.on(
    'connection',
    guard('engine', watch, (conn) => conn.close()),
  );
  const broadcaster: Broadcaster = {
    // Every socket is alone in a room of its own id: one broadcast to these rooms encodes the packet once.
    send: (connectionIds, event, payload) => void io.to([...connectionIds]).emit(event, payload),
  };
  const enter = (socket: Socket, next: (error?: Error) => void) => admit(socket, next, { ...options, pages });
  io.use(guard('handshake', enter, (socket) => socket.conn.close()));
  const answers = createAnswers();
  const join = (socket: Socket) => connect(socket, { hub, broadcaster, answers, backlogs, guard, options });
  io.on('connection', guard('connection', join, closeTransport));
  const upgraded = new Set<Duplex>();
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Other sockets of this server are not the engine's.
    if (request.url?.startsWith(SOCKET_PATH) !== true) return;
    upgraded.add(stream);
    stream.once('close', () => upgraded.delete(stream));
    engine.handleUpgrade(request, stream, head);
  };
  http.on(
    'upgrade',
    guard('upgrade', upgrade, (_request, stream) => void stream.destroy()),
  );
  return async () => {
    await Promise.race([answersSent(io, answers, backlogs), pause(DRAIN_MS, undefined, { ref: false })]);
    const closed = [...upgraded].map((stream) => once(stream, 'close').catch(() => undefined));
    await io.close();
    const cut = setTimeout(() => {
      // Half open, or a client that does not follow the protocol.
      for (const stream of upgraded) stream.destroy();
    }, GOODBYE_MS);
    await Promise.all(closed);
    clearTimeout(cut);
  };
}

/** The request of a connection: the engine has put its WebSocket beside it. */
type EngineRequest = ConstructorParameters<typeof transports.websocket>[0];

/** The backlog of each connection. */
type Backlogs = WeakMap<object, Backlog>;

/** The engine's own handshake is asynchronous: an error in it ends its connection instead of the process. */
class WebSocketEngine extends Engine {
  readonly #logger: SocketIoOptions['logger'];

  constructor(logger: SocketIoOptions['logger'], options: ConstructorParameters<typeof Engine>[0]) {
    super(options);
    this.#logger = logger;
  }

  protected override async handshake(...[transport, request, close]: Parameters<Engine['handshake']>) {
    try {
      return await super.handshake(transport, request, close);
    } catch (error) {
      this.#logger.error({ err: error, where: 'engine handshake' }, 'A connection ended: its handshake failed.');
      request.socket.destroy();
    }
  }
}

/** Authenticates a connection and counts it; refuses it if there is no room. */
async function admit(
  socket: Socket,
  next: (error?: Error) => void,
  options: SocketIoOptions & { readonly pages: PageStreams },
): Promise<void> {
  const { headers, socket: stream } = socket.request;
  const refuse = (code: string) => {
    next(new Error(code));
    // After the refusal has left.
    setImmediate(() => closeTransport(socket));
  };
  if (!speaksProtocol(socket.handshake.auth)) return refuse(PROTOCOL_CHANGED);
  let identity: HandshakeIdentity | null;
  try {
    identity = await options.authenticate(headers);
  } catch (error) {
    options.logger.warn({ err: error }, 'A handshake could not be authenticated.');
    return refuse('UNAVAILABLE');
  }
  const userId = identity?.userId ?? null;
  if (!isOfPage(socket.handshake.auth, userId)) return refuse(SESSION_CHANGED);
  const address = options.addressOf(headers, socket.handshake.address);
  if ((await options.isOutside?.(headers, address)) === true) return refuse(OUTSIDE_AREA);
  const page = pageOf(socket.handshake.auth);
  if (page !== null) await options.pages.take(stream, userId, page);
  if (!options.admission.identify(stream, address, userId)) return refuse('RATE_LIMITED');
  socket.data = { identity, address };
  next();
}

function closeTransport(socket: Socket): void {
  socket.conn.close();
}

/** Parts of a connection. */
interface ConnectionParts {
  readonly hub: Hub;
  readonly broadcaster: Broadcaster;
  readonly answers: Answers;
  readonly backlogs: Backlogs;
  readonly guard: Guard;
  readonly options: SocketIoOptions;
}

function connect(socket: Socket, { hub, broadcaster, answers, backlogs, guard, options }: ConnectionParts): void {
  const backlog = backlogs.get(socket.conn);
  if (backlog === undefined) throw new Error('A socket has no connection that was watched.');
  const { identity, address } = socket.data as { identity: HandshakeIdentity | null; address: string };
  const { headers, socket: stream } = socket.request;
  const peer = hub.connect({
    id: socket.id,
    userId: identity?.userId ?? null,
    sessionId: identity?.sessionId ?? null,
    campus: options.campusOf(headers.host ?? ''),
    address,
    transport: {
      broadcaster,
      backlog: () => backlog.size(),
      taken: (bytes) => backlog.taken(bytes),
      end: (reason) => end(socket, stream, reason),
    },
  });
  forgetRequest(socket);
  const userId = identity?.userId ?? null;
  const canUnpack = (socket.handshake.auth as Record<string, unknown>)[UNPACKS] === true;
  const pack = (reply: unknown) => (canUnpack ? packAnswer(reply, userId) : reply);
  const note = (reply: unknown) => {
    const { refusal } = reply as Partial<Refused>;
    if (refusal !== undefined) options.noteRefusal?.(refusal.code, { userId, address });
  };
  const cut = () => closeTransport(socket);
  const left = (reason: string) => {
    peer.closed();
    // The client left the hub and kept the connection, which is of no use any more.
    if (reason === 'client namespace disconnect') cut();
  };
  socket.on('disconnect', guard('disconnect', left, cut));
  const heard = (event: unknown, ...rest: unknown[]) => answers.begin(() => answer(peer, event, rest, { note, pack }));
  socket.onAny(guard('message', heard, cut));
}

/** The messages that are being answered. */
interface Answers {
  begin(answering: () => Promise<void>): Promise<void> | undefined;
  /**
   * Begins nothing more, and waits for the answers under way. The client repeats the other messages on its next
   * connection.
   */
  end(): Promise<unknown>;
}

function createAnswers(): Answers {
  const running = new Set<Promise<void>>();
  let isEnding = false;
  return {
    begin(answering) {
      if (isEnding) return undefined;
      const answered = answering();
      const isOver = () => running.delete(answered);
      running.add(answered);
      answered.then(isOver, isOver);
      return answered;
    },
    end() {
      isEnding = true;
      return Promise.allSettled(running);
    },
  };
}

/** Clients may leave out the payload, the acknowledgement, or both. */
async function answer(
  peer: Peer,
  event: unknown,
  rest: readonly unknown[],
  { note, pack }: { readonly note: (reply: unknown) => void; readonly pack: (reply: unknown) => unknown },
): Promise<void> {
  const last = rest.at(-1);
  const acknowledge = typeof last === 'function' ? (last as (reply: unknown) => void) : null;
  const payload = acknowledge !== null && rest.length === 1 ? undefined : rest[0];
  await peer.receive(String(event), payload, (reply) => {
    if (reply === null) return;
    note(reply);
    acknowledge?.(pack(reply));
  });
}

/** Resolves when all messages under way are answered and the answers are handed to the system. */
async function answersSent(io: Server, answers: Answers, backlogs: Backlogs): Promise<void> {
  await answers.end();
  await Promise.all([...io.sockets.sockets.values()].map(({ conn }) => backlogs.get(conn)?.handedOn()));
}

/**
 * The end of a session is sent to the client. In all other cases the connection is cut without waiting for its backlog;
 * the client reconnects by itself.
 */
function end(socket: Socket, stream: Duplex, reason: EndReason): void {
  if (reason === 'session-ended') {
    socket.disconnect(true);
    return;
  }
  stream.destroy();
}

/**
 * Lets the request of the handshake go, with its headers and cookies: it would stay as long as the connection
 * (https://socket.io/docs/v4/memory-usage).
 */
function forgetRequest(socket: Socket): void {
  (socket.conn as { request: IncomingMessage | null }).request = null;
  socket.handshake.headers = {};
}
