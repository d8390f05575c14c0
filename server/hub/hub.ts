import { rejection } from '#domain/kernel/rejection.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { isSameMark, readFeed } from '#projections/engine/feed.ts';
import type { Committed, FeedMark, FeedPage } from '#projections/engine/readStore.ts';
import { edgeRefusal, refusalOf } from '../kernel/refusal.ts';
import { NOT_BEFORE_WAIT_MS } from '../read/limits.ts';
import { refused } from '../read/snapshot.ts';
import { takeAllowance } from './allowance.ts';
import { awaitMark, type Connection, type EndReason, type Handshake, openConnection } from './connection.ts';
import { Joiner } from './joiner.ts';
import { ENDED_SESSIONS_KEPT, FEED_RETRY_MS, PROGRESS_EVERY_MS } from './limits.ts';
import { createHandlers, type Handler } from './messages.ts';
import type { HubOptions } from './ports.ts';
import { Publisher } from './publisher.ts';
import { RecentRows } from './recentRows.ts';
import { Rooms } from './rooms.ts';
import { type HubCounts, SendQueue } from './sendQueue.ts';
import { Signals } from './signals.ts';
import { type Turn, Turns } from './turns.ts';

/** A connection, as a transport drives it. */
export interface Peer {
  /**
   * Answers a message; `null`: no answer. Never rejects.
   *
   * @param deliver sends the answer; its backlog counts before the next answer is made
   */
  receive(event: string, payload: unknown, deliver?: (answer: unknown) => void): Promise<unknown>;
  closed(): void;
}

/** The hub's numbers now. */
export interface HubStats extends Readonly<HubCounts> {
  readonly connections: number;
  /** Different topics that are joined. */
  readonly topics: number;
  /** Position up to which all rows are published. */
  readonly position: string;
}

/** Forwards the rows that the projector wrote to the readers who may see them; it computes nothing of its own. */
export interface Hub {
  /** Begins at the end of the change feed; publishes all later rows. */
  start(): Promise<void>;
  connect(handshake: Handshake): Peer;
  /**
   * Publishes the rows that the change feed has grown by. Resolves when they are sent to all subscribers. A projector
   * in the same process hands over its commit: if it follows directly on the last published one, the hub need not read
   * the feed.
   */
  publish(commit?: HandedOver): Promise<void>;
  /** Waits until all rows up to a position are published; `false` after `NOT_BEFORE_WAIT_MS`. */
  waitFor(position: string): Promise<boolean>;
  /** A session ended (log-out, password changed): its connections end. */
  endSession(sessionId: string): void;
  endUser(userId: string): void;
  /** Sessions with an open connection. */
  openSessions(): readonly string[];
  stats(): HubStats;
  close(): Promise<void>;
}

/** A commit as the projector of the same process hands it over. */
export type HandedOver = Pick<Committed, 'since' | 'end' | 'rows'>;

/** Makes the hub's core; `socketIo.ts` puts it on a socket. */
export function createHub(options: HubOptions): Hub {
  return new HubCore(options);
}

const FEED_TOO_SHORT = 'The change feed no longer holds the rows that are not yet published.';

interface Waiter {
  readonly position: string;
  readonly done: (isDelivered: boolean) => void;
}

class HubCore implements Hub {
  readonly #options: HubOptions;
  readonly #rooms = new Rooms();
  readonly #recent = new RecentRows(START);
  readonly #connections = new Set<Connection>();
  readonly #sendQueue: SendQueue;
  readonly #turns: Turns;
  readonly #publisher: Publisher;
  readonly #signals: Signals;
  readonly #handlers: Readonly<Record<string, Handler>>;
  readonly #waiters = new Set<Waiter>();
  #published = START;
  /** The hub's mark in the change feed; `null` when the feed could not be read. */
  #mark: FeedMark | null = null;
  /** Generation of that mark, of which every packet is. Another one begins only when all connections have ended. */
  #generation = '';
  /** Commits are published one after the other. */
  #delivering: Promise<void> = Promise.resolve();
  /** Ended sessions: a handshake that began before the end must not outlive its session. */
  readonly #endedSessions = new Set<string>();
  #cancelHeartbeat: () => void = () => undefined;
  #cancelPoll: () => void = () => undefined;
  #isClosed = false;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#sendQueue = new SendQueue((connection) => this.#forget(connection));
    this.#turns = new Turns(options.clock, (connection) => this.#sendQueue.endAsSlow(connection));
    this.#publisher = new Publisher(options, this.#rooms, this.#recent, this.#sendQueue);
    this.#signals = new Signals({ ...options, rooms: this.#rooms, sendQueue: this.#sendQueue });
    this.#handlers = createHandlers({
      options,
      rooms: this.#rooms,
      joiner: new Joiner(options, this.#rooms, this.#recent),
      generation: () => this.#generation,
      published: () => this.#published,
      newestOf: (id) => this.#recent.newest(id),
      waitFor: (position) => this.waitFor(position),
      markWhenSent: (connection, position) => this.#markWhenSent(connection, position),
    });
  }

  async start(): Promise<void> {
    const { eras } = this.#options;
    await eras.learn();
    eras.onNews(() => this.#sendEras([...this.#connections]));
    this.#beginAt(await this.#options.store.feedEnd());
    this.#heartbeat();
    this.#pollFeed();
  }

  connect(handshake: Handshake): Peer {
    const { clock, messagesPerMinute } = this.#options;
    const connection = openConnection(handshake, clock.now(), messagesPerMinute);
    this.#connections.add(connection);
    this.#rooms.enter(connection);
    if (handshake.sessionId !== null && this.#endedSessions.has(handshake.sessionId)) {
      this.#sendQueue.end(connection, 'session-ended');
    }
    this.#sendEras([connection]);
    // Rows can arrive before the snapshot. The client learns their generation here, so the snapshot does not drop them.
    this.#sendProgress([connection]);
    return {
      receive: async (event, payload, deliver) => {
        if (event === 'signal') {
          this.#takeSignal(connection, payload);
          return null;
        }
        const turn = this.#turns.open(connection);
        try {
          const answer = await this.#receive(connection, event, payload, turn);
          deliver?.(answer);
          return answer;
        } finally {
          turn.end();
        }
      },
      closed: () => {
        connection.isOpen = false;
        this.#forget(connection);
      },
    };
  }

  publish(commit?: HandedOver): Promise<void> {
    this.#delivering = this.#delivering.then(() => this.#deliver(commit ?? null));
    return this.#delivering;
  }

  waitFor(position: string): Promise<boolean> {
    if (position <= this.#published) return Promise.resolve(true);
    if (this.#isClosed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        done: (isDelivered) => {
          cancel();
          this.#waiters.delete(waiter);
          resolve(isDelivered);
        },
      };
      const cancel = this.#options.clock.after(NOT_BEFORE_WAIT_MS, () => waiter.done(false));
      this.#waiters.add(waiter);
    });
  }

  endSession(sessionId: string): void {
    this.#endedSessions.add(sessionId);
    for (const oldest of this.#endedSessions) {
      if (this.#endedSessions.size <= ENDED_SESSIONS_KEPT) break;
      this.#endedSessions.delete(oldest);
    }
    for (const connection of [...this.#rooms.ofSession(sessionId)]) this.#sendQueue.end(connection, 'session-ended');
  }

  endUser(userId: string): void {
    for (const connection of [...this.#rooms.ofUser(userId)]) this.#sendQueue.end(connection, 'session-ended');
  }

  openSessions(): readonly string[] {
    return this.#rooms.sessionIds;
  }

  stats(): HubStats {
    const { topicCount: topics } = this.#rooms;
    return { ...this.#sendQueue.counts, connections: this.#connections.size, topics, position: this.#published };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelHeartbeat();
    this.#cancelPoll();
    for (const waiter of [...this.#waiters]) waiter.done(false);
    this.#endAll('closing');
    await this.#delivering;
  }

  // ---- messages of clients ----

  /** Runs every handler: an error, an unknown event or a flood concerns the sender only. */
  async #receive(connection: Connection, event: string, payload: unknown, turn: Turn): Promise<unknown> {
    const handler = Object.hasOwn(this.#handlers, event) ? this.#handlers[event] : undefined;
    const wait = takeAllowance(connection.messages, this.#options.clock.now());
    if (wait === 'flood') this.#sendQueue.end(connection, 'flood');
    if (!connection.isOpen || handler === undefined || wait !== 0) {
      this.#sendQueue.counts.refusedMessages += 1;
      return wait === 0 || wait === 'flood' ? null : refused(edgeRefusal('RATE_LIMITED', { seconds: wait }));
    }
    try {
      return await handler(connection, payload, turn);
    } catch (error) {
      this.#sendQueue.counts.failedHandlers += 1;
      this.#report(error, { event }, 'A message of a client could not be handled.');
      const code = error instanceof Unavailable ? 'UNAVAILABLE' : 'SOMETHING_WENT_WRONG';
      return refused({ ...refusalOf(rejection(code)), retry: true });
    }
  }

  /** It has no answer, takes no turn, and counts apart: it keeps none of the client's messages waiting. */
  #takeSignal(connection: Connection, payload: unknown): void {
    const { counts } = this.#sendQueue;
    const wait = takeAllowance(connection.signals, this.#options.clock.now());
    if (wait === 'flood') this.#sendQueue.end(connection, 'flood');
    try {
      if (!connection.isOpen || wait !== 0 || !this.#signals.take(connection, payload)) counts.refusedMessages += 1;
    } catch (error) {
      counts.failedHandlers += 1;
      this.#report(error, { event: 'signal' }, 'A signal of a client could not be handled.');
    }
  }

  /**
   * No fault of the hub, and mended by itself: stores that are away, and in an upgrade a hub of the release before
   * that lives on for a moment after its read models.
   */
  #report(error: unknown, fields: object, line: string): void {
    const { logger } = this.#options;
    if (error instanceof Unavailable) logger.warn({ err: error, ...fields }, line);
    else logger.error({ err: error, ...fields }, line);
  }

  #markWhenSent(connection: Connection, position: string): void {
    if (position <= this.#published) this.#sendProgress([connection]);
    else awaitMark(connection, position);
  }

  // ---- commits of the projector ----

  async #deliver(handed: HandedOver | null): Promise<void> {
    if (this.#isClosed) return;
    try {
      const mark = this.#mark;
      if (mark === null) return await this.#beginAnew();
      const undelivered = await this.#undelivered(mark, handed);
      if (undelivered === null) return await this.#loseTrack(FEED_TOO_SHORT);
      if (isSameMark(undelivered.end, mark)) return;
      if (this.#connections.size === 0) {
        this.#recent.reset(undelivered.end.position);
        this.#reach(undelivered.end);
      } else {
        const prepared = await this.#publisher.prepare(undelivered);
        if (prepared === null) return await this.#loseTrack(FEED_TOO_SHORT);
        this.#publisher.publish(prepared);
        this.#reach(prepared.end);
      }
    } catch (error) {
      this.#report(error, {}, 'Rows could not be published.');
      await this.#loseTrack('All clients resume from their cursors.');
    }
  }

  /**
   * Rows after a mark: handed over, already published (none), or read from the feed. `null`: the feed does not go on
   * from the mark.
   */
  async #undelivered(mark: FeedMark, handed: HandedOver | null): Promise<FeedPage | null> {
    if (handed !== null && isSameMark(handed.since, mark)) return handed;
    const isDelivered = handed !== null && handed.end.generation === mark.generation && handed.end.row <= mark.row;
    if (isDelivered && handed.end.position <= mark.position) return { rows: [], end: mark };
    return readFeed(this.#options.store, mark);
  }

  #reach(mark: FeedMark): void {
    const { position } = mark;
    this.#mark = mark;
    this.#published = position;
    this.#options.onPublished?.(position);
    for (const waiter of [...this.#waiters]) if (waiter.position <= position) waiter.done(true);
    const hasNewGeneration = this.#generation !== mark.generation;
    this.#generation = mark.generation;
    const waiting = [...this.#connections].filter(
      ({ waitsFor }) => hasNewGeneration || waitsFor.some((each) => each <= position),
    );
    for (const connection of waiting) connection.waitsFor = connection.waitsFor.filter((each) => each > position);
    this.#sendProgress(waiting);
  }

  /**
   * Rows may have been missed: ends all connections. Clients reconnect and resume from their cursors, which misses
   * nothing.
   */
  async #loseTrack(reason: string): Promise<void> {
    this.#options.logger.warn({ connections: this.#connections.size }, reason);
    await this.#beginAnew();
  }

  /** Begins at the end of the feed. While that cannot be read, it is tried again and again, and said once. */
  async #beginAnew(): Promise<void> {
    const { logger, store } = this.#options;
    this.#endAll('hub-lost-track');
    const wasLost = this.#mark === null;
    try {
      this.#beginAt(await store.feedEnd());
      if (wasLost) logger.info({ position: this.#published }, 'The change feed can be read again.');
    } catch (error) {
      this.#mark = null;
      if (!wasLost) logger.warn({ err: error }, 'The change feed cannot be read; the hub retries.');
      this.#options.clock.after(FEED_RETRY_MS, () => void this.publish());
    }
  }

  #beginAt(mark: FeedMark): void {
    this.#recent.reset(mark.position);
    this.#reach(mark);
  }

  /** Polls the change feed when its writer is another process. */
  #pollFeed(): void {
    const { clock, pollEveryMs } = this.#options;
    if (pollEveryMs === undefined) return;
    this.#cancelPoll = clock.after(pollEveryMs, () => {
      void this.publish().then(() => {
        if (!this.#isClosed) this.#pollFeed();
      });
    });
  }

  // ---- connections ----

  #sendEras(connections: readonly Connection[]): void {
    this.#sendQueue.send(connections, 'eras', { eras: this.#options.eras.newest() });
  }

  #sendProgress(connections: readonly Connection[]): void {
    const progress = { generation: this.#generation, position: this.#published };
    this.#sendQueue.send(connections, 'progress', progress);
    this.#sendQueue.endSlow();
  }

  #heartbeat(): void {
    this.#cancelHeartbeat = this.#options.clock.after(PROGRESS_EVERY_MS, () => {
      this.#sendProgress([...this.#connections]);
      this.#heartbeat();
    });
  }

  #endAll(reason: EndReason): void {
    for (const connection of [...this.#connections]) this.#sendQueue.end(connection, reason);
  }

  #forget(connection: Connection): void {
    this.#connections.delete(connection);
    this.#rooms.leave(connection);
    connection.asks.clear();
  }
}
