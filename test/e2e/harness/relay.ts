import { once } from 'node:events';
import { createServer as createSite, type Server } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Pace, pump } from './pump.ts';

/** A line that begins a request of HTTP/1.1, at the begin of a piece of bytes. */
const REQUEST_LINE = /^([A-Z]+) (\/\S*) HTTP\/1\.1\r\n/;

/** The page of a captive portal: WiFi that wants to be paid first. */
export const PORTAL_PAGE = '<!doctype html><title>Guest WiFi</title><p>Accept our terms to go online.</p>';

/** One connection of a browser, as the relay carried it. */
export interface Carried {
  /** Requests that its browser has sent on it, as `GET /home`. */
  readonly requests: readonly string[];
  /** Bytes that its browser has sent on it, of all that the relay took. */
  readonly sent: number;
  /** Whether it carries nothing any more, and says nothing of it. */
  readonly isDead: boolean;
}

/** A way to a server that fails as networks do: TCP connections whose bytes it passes on unseen. */
export interface Relay {
  readonly port: number;
  /** All connections so far, oldest first; those of a portal are not among them. */
  readonly connections: readonly Carried[];
  /** Paths that a captive portal has answered. */
  readonly portalAnswers: readonly string[];
  /** Every connection so far stops carrying anything, and neither end hears of it; new ones are carried as ever. */
  die(): void;
  /** Every connection breaks, and each new one at once. */
  cut(): void;
  /** Every connection breaks; whatever new ones ask is answered with 200 and a page of somebody else. */
  captive(): void;
  /** New connections are carried as ever again. */
  pass(): void;
  /** Milliseconds that every byte takes each way from now on, and bytes a second of each connection and way. */
  slow(pace: Partial<Pace>): void;
  /**
   * The fate of WebSockets that are opened from now on, as proxies have it: carried, refused with 403, or left without an
   * answer for good. Those that are open go on.
   */
  webSockets(fate: WebSocketFate): void;
  /** Ends every connection, also the dead ones. */
  close(): Promise<void>;
}

export type WebSocketFate = 'carried' | 'refused' | 'swallowed';

/** A request that is to become a WebSocket. */
const WEB_SOCKET = /^upgrade: *websocket\r$/im;
const FORBIDDEN = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

type State = 'passing' | 'cut' | 'captive';

/** A connection and its other half at the server. */
class Pair implements Carried {
  readonly requests: string[] = [];
  readonly #incoming: Socket;
  readonly #outgoing: Socket;
  isDead = false;
  sent = 0;

  constructor(incoming: Socket, outgoing: Socket, pace: () => Pace) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    const isCarried = () => !this.isDead;
    pump(incoming, outgoing, { pace, isCarried });
    pump(outgoing, incoming, { pace, isCarried });
    incoming.on('data', (piece: Buffer) => {
      this.sent += piece.byteLength;
      const [, method, path] = REQUEST_LINE.exec(piece.toString('latin1')) ?? [];
      if (method !== undefined) this.requests.push(`${method} ${path}`);
    });
  }

  /** Bytes wait at each end as they do where nothing takes them. */
  die(): void {
    this.isDead = true;
    this.#incoming.pause();
    this.#outgoing.pause();
  }

  destroy(): void {
    this.#incoming.destroy();
    this.#outgoing.destroy();
  }
}

/** Lays a relay before the server at a port of this machine. */
export async function layRelay(serverPort: number): Promise<Relay> {
  const pairs: Pair[] = [];
  const portal = layPortal();
  let state: State = 'passing';
  let pace: Pace = { delayMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };

  let fate: WebSocketFate = 'carried';
  const swallowed = new Set<Socket>();

  const carry = (incoming: Socket) =>
    pairs.push(new Pair(incoming, connect({ port: serverPort, host: '127.0.0.1', noDelay: true }), () => pace));
  const judge = (incoming: Socket) =>
    incoming.once('data', (first: Buffer) => {
      if (fate === 'carried' || !WEB_SOCKET.test(first.toString('latin1'))) {
        carry(incoming);
        incoming.unshift(first);
      } else if (fate === 'refused') incoming.end(FORBIDDEN);
      else {
        swallowed.add(incoming.on('close', () => swallowed.delete(incoming)));
        incoming.resume();
      }
    });
  const relay = createServer({ noDelay: true }, (incoming) => {
    incoming.on('error', () => incoming.destroy());
    if (state === 'cut') return void incoming.destroy();
    if (state === 'captive') return void portal.take(incoming);
    if (fate === 'carried') carry(incoming);
    else judge(incoming);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');

  const become = (next: State) => {
    state = next;
    if (next !== 'captive') portal.end();
    // A connection that died says nothing, also when the network goes.
    if (next !== 'passing') for (const pair of pairs) if (!pair.isDead) pair.destroy();
  };
  return {
    port: (relay.address() as AddressInfo).port,
    connections: pairs,
    portalAnswers: portal.answers,
    die() {
      for (const pair of pairs) pair.die();
    },
    cut: () => become('cut'),
    captive: () => become('captive'),
    pass: () => become('passing'),
    webSockets(next) {
      fate = next;
    },
    slow(change) {
      pace = { ...pace, ...change };
    },
    async close() {
      become('cut');
      for (const pair of pairs) pair.destroy();
      for (const socket of swallowed) socket.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
}

/** Answers whatever is asked with its own page, and even lets browsers keep it. */
function layPortal() {
  const sockets = new Set<Socket>();
  const answers: string[] = [];
  const site: Server = createSite((request, response) => {
    answers.push(request.url ?? '');
    request.resume();
    response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'public, max-age=86400' }).end(PORTAL_PAGE);
  });
  return {
    answers,
    take(socket: Socket) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      site.emit('connection', socket);
    },
    end() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
