import type { HubEvent, Line } from '#server/hub/connection.ts';
import type { Hub, Peer } from '#server/hub/hub.ts';
import type { ClientEvent, Transport, TransportListener } from '#web/sync/ports.ts';
import type { SimServer } from './simServer.ts';
import type { VirtualTime } from './virtualTime.ts';

/** How a simulated network behaves. */
export interface NetworkWeather {
  /** Milliseconds that a packet takes at least and at most, each way. */
  readonly latency: readonly [number, number];
  /** Share of rows and commands that arrive a second time, later than what was sent after them. */
  readonly doubled?: number;
}

/** Told of everything that a client is sent, before it is under way. */
export type Wiretap = (userId: string | null, event: HubEvent | 'answer', payload: unknown) => void;

interface Wire {
  readonly id: string;
  peer: Peer | null;
  isUp: boolean;
  /** Instants before which nothing newer arrives: packets of one connection keep their order. */
  toClient: number;
  toServer: number;
  inPipe: number;
  readonly waiting: Set<(error: Error) => void>;
}

const RECONNECT_MS = 400;
/** Milliseconds after which one side notices that the other one is gone without a word (Socket.IO's pings). */
const PING_TIMEOUT_MS = 45_000;
/** Milliseconds by which what is doubled comes late, at most. */
const DOUBLE_LATE_MS = 4_000;
let connections = 0;

/** Packets that a client lets wait before the simulation calls it slow. */
export const SIM_BACKLOG_PACKETS = 40;

/**
 * A connection to the simulated hub: packets take their time, keep their order within one connection, and are lost
 * when it drops. What was on its way to the server still gets there: only the answer is lost.
 */
export class SimTransport implements Transport {
  weather: NetworkWeather = { latency: [1, 30] };
  /** The client's network is there at all. */
  isReachable = true;
  userId: string | null = null;
  /** Called when the hub has ended the connection because the session ended. */
  sessionEnded: () => void = () => undefined;
  /** Campus of the site. */
  campus = 'ou';
  readonly #server: SimServer;
  readonly #time: VirtualTime;
  readonly #random: () => number;
  readonly #wiretap: Wiretap;
  #listener: TransportListener | null = null;
  #wire: Wire | null = null;
  #wantsConnection = false;

  constructor(server: SimServer, random: () => number, wiretap: Wiretap) {
    this.#server = server;
    this.#time = server.time;
    this.#random = random;
    this.#wiretap = wiretap;
  }

  /** Whether the server knows a session of the user. */
  get hasSession(): boolean {
    return this.userId !== null && !this.#server.signedOut.has(this.userId);
  }

  /** The network of another tab. */
  another(): SimTransport {
    const other = new SimTransport(this.#server, this.#random, this.#wiretap);
    other.campus = this.campus;
    return other;
  }

  start(listener: TransportListener): void {
    this.#listener = listener;
  }

  reconnect(): void {
    this.#wantsConnection = true;
    this.drop();
    this.#connectIn(0);
  }

  stop(): void {
    this.#wantsConnection = false;
    this.drop();
    this.#listener = null;
  }

  /** The server is gone without a word: the client believes in the connection until its pings are not answered. */
  silence(): void {
    const wire = this.#wire;
    wire?.peer?.closed();
    this.#time.after(PING_TIMEOUT_MS, () => this.#wire === wire && this.drop());
  }

  /** Nothing is read for a while: packets pile up. */
  stall(milliseconds: number): void {
    if (this.#wire !== null) this.#wire.toClient = this.#time.clock.now() + milliseconds;
  }

  /** The client is gone without a word: the server tells it more until its pings are not answered. */
  vanish(): void {
    this.drop(PING_TIMEOUT_MS);
  }

  /** The connection is lost, for client and server alike, or for the server after a while. */
  drop(serverNoticesAfter = 0): void {
    const wire = this.#wire;
    if (wire === null) return;
    this.#wire = null;
    const wasUp = wire.isUp;
    wire.isUp = false;
    if (serverNoticesAfter === 0) wire.peer?.closed();
    else this.#time.after(serverNoticesAfter, () => wire.peer?.closed());
    for (const fail of [...wire.waiting]) fail(new Error('The connection is gone.'));
    if (wasUp) this.#listener?.closed();
    this.#connectIn(RECONNECT_MS * (1 + this.#random()));
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
          if (answer === null) return;
          this.#wiretap(this.userId, 'answer', answer);
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
    const { hub } = this.#server;
    if (hub === null || !this.isReachable) this.#connectIn(RECONNECT_MS);
    else this.#open(hub);
  }

  #open(hub: Hub): void {
    connections += 1;
    const now = this.#time.clock.now();
    const wire: Wire = {
      id: `sim-${connections}`,
      peer: null,
      isUp: false,
      toClient: now,
      toServer: now,
      inPipe: 0,
      waiting: new Set(),
    };
    this.#wire = wire;
    this.#deliver(wire, () => {
      wire.isUp = true;
      this.#listener?.opened();
    });
    const userId = this.hasSession ? this.userId : null;
    const line: Line = {
      send: (_ids, event, payload) => {
        this.#wiretap(userId, event, payload);
        const packet: unknown = JSON.parse(JSON.stringify(payload));
        this.#deliver(wire, () => this.#listener?.received(event, packet));
        if (event === 'rows' && this.#isDoubled()) {
          this.#later(
            wire.toClient,
            () => this.#wire === wire && this.#listener?.received(event, structuredClone(packet)),
          );
        }
      },
    };
    wire.peer = hub.connect({
      id: wire.id,
      userId,
      sessionId: userId === null ? null : `session ${userId}`,
      campus: this.campus,
      address: wire.id,
      outlet: {
        line,
        backlog: () => ({ bytes: 0, packets: wire.inPipe > SIM_BACKLOG_PACKETS ? Number.POSITIVE_INFINITY : 0 }),
        end: (reason) => {
          if (this.#wire !== wire) return;
          this.drop();
          if (reason === 'session-ended') this.sessionEnded();
        },
      },
    });
  }

  /** Hands something to the client after its time on the wire, unless the connection is gone by then. */
  #deliver(wire: Wire, arrive: () => void): void {
    wire.toClient = this.#arrival(wire.toClient);
    wire.inPipe += 1;
    this.#time.after(wire.toClient - this.#time.clock.now(), () => {
      wire.inPipe -= 1;
      if (this.#wire === wire) arrive();
    });
  }

  #isDoubled(): boolean {
    const { doubled = 0 } = this.weather;
    return doubled > 0 && this.#random() < doubled;
  }

  /** After the first one, and after some of what was sent since. */
  #later(notBefore: number, arrive: () => void): void {
    this.#time.after(notBefore - this.#time.clock.now() + this.#random() * DOUBLE_LATE_MS, arrive);
  }

  #arrival(notBefore: number): number {
    const [least, most] = this.weather.latency;
    return Math.max(notBefore, this.#time.clock.now() + least + this.#random() * (most - least));
  }
}
