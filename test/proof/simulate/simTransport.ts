import { isDeepStrictEqual } from 'node:util';
import type { Media } from '#domain/kernel/media.ts';
import { isOfPage } from '#projections/sync/handshake.ts';
import type { Rows } from '#projections/sync/protocol.ts';
import type { Broadcaster, HubEvent } from '#server/hub/connection.ts';
import type { Peer } from '#server/hub/hub.ts';
import type { ClientEvent, Transport, TransportListener } from '#web/sync/transport/transport.ts';
import type { SimProcess } from './simProcess.ts';
import type { SimServer } from './simServer.ts';
import type { VirtualTime } from './virtualTime.ts';

/** How a simulated network behaves. */
export interface NetworkWeather {
  /** Milliseconds that a packet takes at least and at most, each way. */
  readonly latency: readonly [number, number];
  /** Share of rows and commands that arrive a second time, after later packets. */
  readonly doubled?: number;
}

/** The client of a connection, as the hub knew it at the start. */
export interface Reader {
  readonly userId: string | null;
  readonly sessionId: string | null;
}

/** Called with everything sent to a client, before it is under way. */
export type Wiretap = (reader: Reader, event: HubEvent | 'answer', payload: unknown) => void;

interface Wire {
  readonly id: string;
  readonly process: SimProcess;
  /** The hub still has it: its packets are delivered. */
  isServed: boolean;
  /** Who it is, as the handshake found out. */
  readonly reader: Reader;
  peer: Peer | null;
  isUp: boolean;
  /** Instants before which nothing newer arrives: packets of one connection keep their order. */
  toClient: number;
  toServer: number;
  inPipe: number;
  readonly waiting: Set<(error: Error) => void>;
}

const RECONNECT_MS = 400;
/** Milliseconds until a page is there again that was refused because its session is not the browser's. */
const REFUSED_MS = 4_000;
/** Milliseconds after which one side notices that the other is silently gone (Socket.IO's pings). */
const PING_TIMEOUT_MS = 45_000;
/** Greatest delay of a second copy, in milliseconds. */
const DOUBLE_LATE_MS = 4_000;
/** Milliseconds between finding out who connects and the connection, at most. */
const HANDSHAKE_MS = 6;
/** Share of connections that are not notified when a process dies. */
const SILENT_DEATHS = 0.2;
let connections = 0;

/** Packets that a client lets wait before the simulation calls it slow. */
export const SIM_BACKLOG_PACKETS = 40;

/**
 * A connection to the simulated hub: packets take time, keep their order within one connection, and are lost when it
 * drops. Packets on their way to the server still arrive: only the answer is lost.
 */
export class SimTransport implements Transport {
  weather: NetworkWeather = { latency: [1, 30] };
  /** The client's network is there at all. */
  isReachable = true;
  /** WebSockets come through it. */
  carriesSockets = true;
  /** Who uses the page. */
  userId: string | null = null;
  /** The session of the browser that the page knows of. */
  sessionId: string | null = null;
  /** The page asks for the session: the hub has ended its connection, or the page checks by itself. */
  askSession: () => void = () => undefined;
  /** Campus of the site. */
  campus = 'ou';
  readonly #server: SimServer;
  readonly #time: VirtualTime;
  readonly #random: () => number;
  readonly #wiretap: Wiretap;
  #listener: TransportListener | null = null;
  #wire: Wire | null = null;
  #wantsConnection = false;
  /** The process that the next connection does not go to, if another one runs. */
  #avoided: SimProcess | null = null;

  constructor(server: SimServer, random: () => number, wiretap: Wiretap) {
    this.#server = server;
    this.#time = server.time;
    this.#random = random;
    this.#wiretap = wiretap;
  }

  /** Whether the server knows a session of the user. */
  get hasSession(): boolean {
    return this.identity().userId !== null;
  }

  /** Whether the page has a connection. */
  protected isThere(): boolean {
    return this.#wire !== null;
  }

  protected identity(): Reader {
    const { userId, sessionId } = this;
    const isSignedIn = userId !== null && sessionId !== null && this.stands(sessionId);
    return isSignedIn ? { userId, sessionId } : { userId: null, sessionId: null };
  }

  /** Whether the server knows a session. */
  stands(sessionId: string): boolean {
    return this.#server.disk.sessions.has(sessionId);
  }

  /** @returns the new session */
  signIn(userId: string, browser: string): string {
    return this.#server.signIn(userId, browser);
  }

  /** Milliseconds that an upload takes. */
  uploadMs(): number {
    const [least, most] = this.weather.latency;
    return 2 * (least + this.#random() * (most - least));
  }

  /** A file arrives at the server. @returns `null` when no process takes it */
  upload(folder: string, size: number): Media | null {
    const { userId } = this.identity();
    if (userId === null || !this.isThere() || this.#server.drawProcess() === null) return null;
    return this.#server.keepUpload(folder, userId, size);
  }

  /** The network of another tab. */
  another(): SimTransport {
    const other = new SimTransport(this.#server, this.#random, this.#wiretap);
    other.campus = this.campus;
    other.sessionId = this.sessionId;
    return other;
  }

  start(listener: TransportListener): void {
    this.#listener = listener;
  }

  reconnect(afterMilliseconds = 0): void {
    this.#wantsConnection = true;
    this.#drop();
    this.#connectIn(afterMilliseconds);
  }

  stop(): void {
    this.rest();
    this.#listener = null;
  }

  /** Ends the connection, and opens none until it is asked to. */
  protected rest(): void {
    this.#wantsConnection = false;
    this.#drop();
  }

  /** The server disappears silently: the client keeps the connection until its pings are not answered. */
  silence(): void {
    const wire = this.#wire;
    if (wire !== null) forgetPeer(wire);
    this.#time.after(PING_TIMEOUT_MS, () => this.#wire === wire && this.drop());
  }

  /** Nothing is read for a while: packets pile up. */
  stall(milliseconds: number): void {
    if (this.#wire !== null) this.#wire.toClient = this.#time.clock.now() + milliseconds;
  }

  /** The client disappears silently: the server sends to it until its pings are not answered. */
  vanish(): void {
    this.drop(PING_TIMEOUT_MS);
  }

  /** The connection is lost, for client and server alike, or for the server after a while. */
  drop(serverNoticesAfter = 0): void {
    this.#drop(serverNoticesAfter);
  }

  #drop(serverNoticesAfter = 0): void {
    const wire = this.#wire;
    if (wire === null) return;
    this.#wire = null;
    const wasUp = wire.isUp;
    wire.isUp = false;
    if (serverNoticesAfter === 0) forgetPeer(wire);
    else this.#time.after(serverNoticesAfter, () => forgetPeer(wire));
    for (const fail of [...wire.waiting]) fail(new Error('The connection is gone.'));
    if (wasUp) this.#listener?.closed();
    this.#connectIn(RECONNECT_MS * (1 + this.#random()));
  }

  /** The connection is lost, and the next one goes to another process, if there is one, as by a balancer of load. */
  changeProcess(): void {
    this.#avoided = this.#wire?.process ?? null;
    this.drop();
  }

  request(event: ClientEvent, payload: unknown, timeoutMilliseconds: number): Promise<unknown> {
    const wire = this.#wire;
    if (wire === null || !wire.isUp) return Promise.reject(new Error('There is no connection.'));
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        wire.waiting.delete(fail);
        cancel();
        reject(error);
      };
      const cancel = this.#time.after(timeoutMilliseconds, () => fail(new Error('The time is up.')));
      wire.waiting.add(fail);
      const message: unknown = JSON.parse(JSON.stringify(payload));
      if (event === 'command' && this.#isDoubled()) {
        this.#later(wire.toServer, () => void wire.peer?.receive(event, structuredClone(message)));
      }
      wire.toServer = this.#arrival(wire.toServer);
      this.#time.after(wire.toServer - this.#time.clock.now(), () => {
        const answered = wire.peer?.receive(event, message) ?? Promise.resolve(null);
        void answered.then((answer) => {
          if (answer === null || !wire.isServed) return;
          this.#wiretap(wire.reader, 'answer', answer);
          this.#deliver(wire, () => {
            cancel();
            wire.waiting.delete(fail);
            resolve(JSON.parse(JSON.stringify(answer)));
          });
        });
      });
    });
  }

  #connectIn(milliseconds: number): void {
    if (!this.#wantsConnection || this.#listener === null) return;
    this.#time.after(milliseconds, () => this.#connect());
  }

  #connect(): void {
    if (!this.#wantsConnection || this.#wire !== null || this.#listener === null) return;
    const process = this.#server.drawProcess(this.#avoided);
    if (process === null || !this.isReachable || !this.carriesSockets) this.#connectIn(RECONNECT_MS);
    else if (isOfPage({ user: this.#listener.user?.() }, this.identity().userId)) this.#open(process);
    else {
      this.askSession();
      this.#connectIn(REFUSED_MS);
    }
  }

  #open(process: SimProcess): void {
    connections += 1;
    this.#avoided = null;
    const now = this.#time.clock.now();
    const wire: Wire = {
      id: `sim-${connections}`,
      process,
      isServed: false,
      reader: this.identity(),
      peer: null,
      isUp: false,
      toClient: now,
      toServer: now,
      inPipe: 0,
      waiting: new Set(),
    };
    this.#wire = wire;
    wire.toServer = this.#arrival(wire.toServer);
    // Who it is was found out when the handshake began; the session may end before the hub knows of the connection.
    process.life.clock.after(wire.toServer - now + this.#random() * HANDSHAKE_MS, () => {
      if (this.#wire === wire) this.#welcome(wire, process);
    });
    void process.life.over.then(() => this.#orphan(wire));
  }

  #welcome(wire: Wire, process: SimProcess): void {
    wire.isServed = true;
    this.#deliver(wire, () => {
      wire.isUp = true;
    });
    wire.peer = process.connect({
      id: wire.id,
      ...wire.reader,
      campus: this.campus,
      address: wire.id,
      transport: {
        broadcaster: this.#broadcasterOf(wire),
        taken: async () => undefined,
        backlog: () => ({ bytes: 0, packets: wire.inPipe > SIM_BACKLOG_PACKETS ? Number.POSITIVE_INFINITY : 0 }),
        end: (reason) => {
          wire.isServed = false;
          if (this.#wire !== wire) return;
          this.drop();
          if (reason === 'session-ended') this.askSession();
        },
      },
    });
  }

  #broadcasterOf(wire: Wire): Broadcaster {
    return {
      send: (_ids, event, payload) => {
        if (!wire.isServed) return;
        this.#wiretap(wire.reader, event, payload);
        // A hub of a later release may say more than a page knows.
        const packet: unknown = { ...JSON.parse(JSON.stringify(payload)), ofALaterRelease: true };
        this.#deliver(wire, () => this.#listener?.received(event, packet));
        if (event === 'rows' && this.#isDoubled()) {
          this.#later(wire.toClient, () => {
            if (this.#wire !== wire || this.#isCorrected(packet as Rows)) return;
            this.#listener?.received(event, structuredClone(packet));
          });
        }
      },
    };
  }

  /** The process of the connection has ended: the client notices at once, or when its pings are not answered. */
  #orphan(wire: Wire): void {
    wire.isServed = false;
    if (this.#wire !== wire) return;
    if (this.#random() < SILENT_DEATHS) this.#time.after(PING_TIMEOUT_MS, () => this.#wire === wire && this.drop());
    else this.drop();
  }

  /** Delivers a packet to the client after its time on the wire, unless the connection is lost by then. */
  #deliver(wire: Wire, arrive: () => void): void {
    wire.toClient = this.#arrival(wire.toClient);
    wire.inPipe += 1;
    this.#time.after(wire.toClient - this.#time.clock.now(), () => {
      wire.inPipe -= 1;
      if (this.#wire === wire) arrive();
    });
  }

  /**
   * A rebuild has corrected a document of the packet at the same version. Versions cannot decide which of the two is
   * newer, only the order of the connection can: a second copy after the correction would break that order.
   */
  #isCorrected({ documents, refs }: Rows): boolean {
    const { store } = this.#server;
    return [...documents, ...refs].some(({ collection, key, position, doc }) => {
      const now = store.documents.get(collection, key);
      return doc !== null && now?.position === position && !isDeepStrictEqual(now.doc, doc);
    });
  }

  #isDoubled(): boolean {
    const { doubled = 0 } = this.weather;
    return doubled > 0 && this.#random() < doubled;
  }

  /** Delivers after the first one, and after some later packets. */
  #later(notBefore: number, arrive: () => void): void {
    this.#time.after(notBefore - this.#time.clock.now() + this.#random() * DOUBLE_LATE_MS, arrive);
  }

  #arrival(notBefore: number): number {
    const [least, most] = this.weather.latency;
    return Math.max(notBefore, this.#time.clock.now() + least + this.#random() * (most - least));
  }
}

/** The hub notices that a connection was lost. */
function forgetPeer(wire: Wire): void {
  wire.isServed = false;
  wire.peer?.closed();
}
