import { refId } from '#projections/kernel/collection.ts';
import type { Cursor, Rows, TopicAnswer, WireDocument } from '#projections/sync/protocol.ts';
import { createSocketTransport } from '#web/sync/transport/socket.ts';
import type { Transport } from '#web/sync/transport/transport.ts';
import { now } from './senders.ts';

const START = '0000000000000000';
const REQUEST_MAX_MS = 20_000;
const ASK_AGAIN_MS = 200;

/**
 * A client that follows one topic by the product's own transport and protocol, and remembers of each document only
 * which version it holds: thousands of them fit into one process.
 */
export class Reader {
  readonly #transport: Transport;
  readonly #topic: string;
  readonly #versions = new Map<string, string>();
  #cursor: Cursor | null = null;
  #floor: string | null = null;
  #isAway = false;
  /** Packets of rows that arrived. */
  packets = 0;
  /** When the topic was last brought up to date after a connection, in milliseconds since 1970; 0: not yet. */
  caughtUpAt = 0;
  lastPacketAt = 0;
  /** When the rows of each position arrived, if that is noted. */
  readonly arrivals: Map<string, number> | null;

  constructor(
    port: number,
    topic: string,
    { cookie, notes = false }: { readonly cookie?: string; readonly notes?: boolean } = {},
  ) {
    this.#topic = topic;
    this.arrivals = notes ? new Map() : null;
    const origin = `http://127.0.0.1:${port}`;
    const headers: Record<string, string> = cookie === undefined ? { origin } : { origin, cookie };
    this.#transport = createSocketTransport({ closedByHub: () => undefined }, origin, headers);
    this.#transport.start({
      closed: () => {
        this.caughtUpAt = 0;
      },
      received: (event, payload) => {
        // The first packet of a connection.
        if (event === 'eras') void this.#ask();
        else if (event === 'rows') this.#rows(payload as Rows);
      },
    });
    this.#transport.reconnect();
  }

  get isCaughtUp(): boolean {
    return this.caughtUpAt > 0;
  }

  get position(): string {
    return this.#cursor?.position ?? START;
  }

  /** Versions by the identity of the document. */
  get versions(): ReadonlyMap<string, string> {
    return this.#versions;
  }

  leave(): void {
    this.#isAway = true;
    this.caughtUpAt = 0;
    this.#transport.stop();
  }

  comeBack(): void {
    this.#isAway = false;
    this.#transport.reconnect();
  }

  async #ask(): Promise<void> {
    try {
      const question = { topic: this.#topic, since: this.#cursor, floor: this.#floor, notBefore: START };
      const answer = (await this.#transport.request('subscribe', question, REQUEST_MAX_MS)) as TopicAnswer;
      if (!answer.ok) throw new Error('Not now.');
      if (answer.fresh) this.#versions.clear();
      this.#take(answer.documents);
      this.#cursor = answer.cursor;
      this.#floor = answer.floor;
      this.caughtUpAt = now();
    } catch {
      // The connection was lost and is opened again, or the hub was busy for a moment.
      setTimeout(() => {
        if (!this.#isAway && !this.isCaughtUp) void this.#ask();
      }, ASK_AGAIN_MS);
    }
  }

  #rows({ position, documents, refs }: Rows): void {
    this.packets += 1;
    this.lastPacketAt = now();
    this.arrivals?.set(position, this.lastPacketAt);
    this.#take([...documents, ...refs]);
    if (this.#cursor !== null && position > this.#cursor.position) this.#cursor = { ...this.#cursor, position };
  }

  #take(documents: readonly WireDocument[]): void {
    for (const document of documents) {
      const id = refId(document);
      if ((this.#versions.get(id) ?? '') < document.position) this.#versions.set(id, document.position);
    }
  }
}
