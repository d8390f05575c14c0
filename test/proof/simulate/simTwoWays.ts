import type { Asked, Asking } from '#projections/sync/asking.ts';
import { isOfPage, SESSION_CHANGED } from '#projections/sync/handshake.ts';
import { createHubAsking, type HubAsking } from '#server/hub/asking.ts';
import { AskingTransport } from '#web/sync/transport/asking.ts';
import { noAnswer, RequestRefused } from '#web/sync/transport/http.ts';
import type { ClientEvent, TransportListener } from '#web/sync/transport/transport.ts';
import { TwoWays } from '#web/sync/transport/twoWays.ts';
import type { SimProcess } from './simProcess.ts';
import type { SimServer } from './simServer.ts';
import { type Reader, SimTransport, type Wiretap } from './simTransport.ts';

/** Share of pages whose WebSockets do not come through at first. */
const BLOCKED_AT_FIRST = 0.7;
/** Milliseconds after which that changes, at least and at most. */
const CHANGES_MS = [5_000, 90_000] as const;
/** Share of questions whose answer is lost. */
const LOST = 0.05;
/** Share of the moments in which somebody sees a page. */
const SEEN = 0.9;
let questions = 0;

const askings = new WeakMap<SimProcess, HubAsking>();

function askingOf(process: SimProcess): HubAsking {
  const hub = { connect: process.connect.bind(process), stats: () => process.hub.stats() };
  const asking = askings.get(process) ?? createHubAsking({ hub, clock: process.life.clock });
  askings.set(process, asking);
  return asking;
}

/** A network through which WebSockets come for a while and then not: the page's own two ways, over a simulated one. */
export class SimTwoWays extends SimTransport {
  readonly #parts: readonly [SimServer, () => number, Wiretap];
  readonly #server: SimServer;
  readonly #random: () => number;
  readonly #wiretap: Wiretap;
  readonly #ways: TwoWays;
  readonly #underWay = new Set<(error: Error) => void>();

  constructor(server: SimServer, random: () => number, wiretap: Wiretap) {
    super(server, random, wiretap);
    this.#parts = [server, random, wiretap];
    [this.#server, this.#random, this.#wiretap] = this.#parts;
    const { clock } = server.time;
    const asking = new AskingTransport({
      ...{ clock, random },
      ask: (question, signal) =>
        this.#exchange(signal, (process, reader) => this.#ask(process, reader, question, signal)),
      give: (envelope, signal) => this.#exchange(signal, (process, reader) => this.#give(process, reader, envelope)),
      look: (signal) => this.#exchange(signal, async () => null),
      isSeen: () => random() < SEEN,
      followSeen: () => undefined,
      closedByHub: () => this.askSession(),
    });
    const socket = {
      start: (listener: TransportListener) => super.start(listener),
      request: (event: ClientEvent, payload: unknown, patience: number) => super.request(event, payload, patience),
      reconnect: (after?: number) => super.reconnect(after),
      stop: () => this.rest(),
    };
    this.#ways = new TwoWays({ socket, asking, clock, random });
    this.carriesSockets = random() >= BLOCKED_AT_FIRST;
    this.#changeLater();
  }

  #changeLater(): void {
    const [least, most] = CHANGES_MS;
    this.#server.time.after(least + this.#random() * (most - least), () => {
      this.carriesSockets = !this.carriesSockets;
      if (!this.carriesSockets) super.drop();
      this.#changeLater();
    });
  }

  override another(): SimTwoWays {
    const other = new SimTwoWays(...this.#parts);
    other.campus = this.campus;
    other.sessionId = this.sessionId;
    return other;
  }

  protected override isThere(): boolean {
    return this.isReachable;
  }

  override start(listener: TransportListener): void {
    this.#ways.start(listener);
  }

  override request(event: ClientEvent, payload: unknown, patience: number): Promise<unknown> {
    return this.#ways.request(event, payload, patience);
  }

  override reconnect(after?: number): void {
    this.#ways.reconnect(after);
  }

  override stop(): void {
    this.#ways.stop();
    super.stop();
  }

  override drop(serverNoticesAfter = 0): void {
    super.drop(serverNoticesAfter);
    for (const fail of [...this.#underWay]) fail(noAnswer());
  }

  /** A request and its answer: each takes its time, and either may be lost. */
  #exchange<T>(signal: AbortSignal, answer: (process: SimProcess, reader: Reader) => Promise<T>): Promise<T> {
    const { time } = this.#server;
    return new Promise<T>((resolve, reject) => {
      const fail = (error: unknown) => {
        this.#underWay.delete(fail);
        reject(error);
      };
      this.#underWay.add(fail);
      signal.addEventListener('abort', () => fail(signal.reason), { once: true });
      time.after(this.#latency(), () => {
        const process = this.#server.drawProcess();
        if (process === null || !this.isReachable) return fail(noAnswer());
        void process.life.over.then(() => fail(noAnswer()));
        answer(process, this.identity()).then((given) => {
          if (this.#random() < LOST) fail(noAnswer());
          else
            time.after(this.#latency(), () => {
              this.#underWay.delete(fail);
              resolve(given);
            });
        }, fail);
      });
    });
  }

  async #ask(process: SimProcess, reader: Reader, question: Asking, signal: AbortSignal): Promise<Asked> {
    if (!isOfPage(question, reader.userId)) {
      throw new RequestRefused({ code: SESSION_CHANGED, text: '', data: {}, retry: false }, 409);
    }
    const by = { ...reader, campus: this.campus, address: this.#name() };
    const text = await askingOf(process).answer(JSON.parse(JSON.stringify(question)), by, signal);
    const asked: Asked = JSON.parse(text ?? 'null');
    for (const given of asked?.answers ?? []) if (given !== null) this.#wiretap(reader, 'answer', given);
    for (const [event, payload] of asked?.packets ?? []) this.#wiretap(reader, event, payload);
    return asked;
  }

  async #give(process: SimProcess, reader: Reader, envelope: unknown): Promise<unknown> {
    const name = this.#name();
    const peer = process.connect({
      ...reader,
      ...{ id: name, campus: this.campus, address: name },
      transport: {
        broadcaster: { send: () => undefined },
        backlog: () => ({ bytes: 0, packets: 0 }),
        taken: async () => undefined,
        end: () => undefined,
      },
    });
    try {
      return JSON.parse(JSON.stringify(await peer.receive('command', JSON.parse(JSON.stringify(envelope)))));
    } finally {
      peer.closed();
    }
  }

  #name(): string {
    questions += 1;
    return `sim-asks-${questions}`;
  }

  #latency(): number {
    const [least, most] = this.weather.latency;
    return least + this.#random() * (most - least);
  }
}
