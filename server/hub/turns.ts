import { createSharedTurns } from '../fairness/sharedTurns.ts';
import { READS_PER_CLIENT } from '../read/limits.ts';
import type { Connection } from './connection.ts';
import { ANSWER_BACKLOG_BYTES, ANSWER_TAKEN_MS, UNSENT_MAX_BYTES } from './limits.ts';
import { Pace } from './pace.ts';
import type { HubClock } from './ports.ts';

/** The turn of one message to be answered with documents. */
export interface Turn {
  /**
   * Waits until the client has taken the answer before. Called before documents are read: documents that wait to be
   * sent use the memory of all. @returns whether the answer may be made; `false`: too much waits for this client
   */
  begin(): Promise<boolean>;
  /**
   * Waits until the client may read something. Reads are done in the order of asking, so without turns a client with
   * hundreds of connections would hold up everybody's.
   *
   * @param what names the read, arguments and all; the same reads of one client are done together
   */
  reading(what: string): Promise<void>;
  /** Lets others of the client read: this one waits for the read models, and asks for `reading` again then. */
  rest(): void;
  /** Waits for the turn to make the answer, after its documents are read (`pace.ts`). */
  ready(): Promise<void>;
  /** Called once, after the answer is sent, or when there is none. */
  end(): void;
}

/**
 * Lets each connection have one answer with documents at a time. Rows are small, and are dropped with their connection.
 * An answer may be large, and a client that asks without reading would make the server hold as many as it asked for.
 */
export class Turns {
  readonly #clock: HubClock;
  readonly #endSlow: (connection: Connection) => void;
  /** For each connection, settles when its last answer is taken. */
  readonly #lasts = new WeakMap<Connection, Promise<void>>();
  /** Connections with an answer that is not yet taken, by client. */
  readonly #unsent = new Map<string, Set<Connection>>();
  readonly #pace: Pace;
  readonly #reads = createSharedTurns(READS_PER_CLIENT);

  /** @param endSlow ends a connection that did not take its answer in time */
  constructor(clock: HubClock, endSlow: (connection: Connection) => void) {
    this.#clock = clock;
    this.#pace = new Pace(clock);
    this.#endSlow = endSlow;
  }

  open(connection: Connection): Turn {
    let pass: (() => void) | null = null;
    let isReady = false;
    let doneReading = (): void => undefined;
    const rest = () => {
      doneReading();
      doneReading = () => undefined;
    };
    return {
      rest,
      begin: async () => {
        const before = this.#lasts.get(connection);
        const over = new Promise<void>((resolve) => {
          pass = resolve;
        });
        this.#lasts.set(connection, over);
        await before;
        return connection.isOpen && this.#waitingFor(clientOf(connection)) <= UNSENT_MAX_BYTES;
      },
      reading: async (what) => {
        rest();
        doneReading = await this.#reads.begin(clientOf(connection), what);
      },
      ready: async () => {
        await this.#pace.turnOf(clientOf(connection));
        isReady = true;
      },
      end: () => {
        rest();
        if (isReady) this.#pace.made();
        if (pass !== null) void this.#untilTaken(connection).then(pass);
      },
    };
  }

  /** Bytes that wait on all connections of a client with an answer that is not yet taken. */
  #waitingFor(client: string): number {
    let bytes = 0;
    for (const { transport } of this.#unsent.get(client) ?? []) bytes += transport.backlog().bytes;
    return bytes;
  }

  async #untilTaken(connection: Connection): Promise<void> {
    const { transport } = connection;
    if (!connection.isOpen || transport.backlog().bytes <= ANSWER_BACKLOG_BYTES) return;
    const client = clientOf(connection);
    const waiting = this.#unsent.get(client) ?? new Set();
    this.#unsent.set(client, waiting.add(connection));
    const cancel = this.#clock.after(ANSWER_TAKEN_MS, () => this.#endSlow(connection));
    await transport.taken(ANSWER_BACKLOG_BYTES);
    cancel();
    waiting.delete(connection);
    if (waiting.size === 0) this.#unsent.delete(client);
  }
}

/** Each user counts alone, the visitors of an address count together. */
function clientOf({ userId, address }: Connection): string {
  return userId === null ? `address ${address}` : `user ${userId}`;
}
