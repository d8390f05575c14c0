import type { RecordedEvent } from '#domain/kernel/event.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { refId } from '../kernel/collection.ts';
import { compileFolds, type FoldTable } from '../kernel/foldTable.ts';
import type { Projection } from '../kernel/projection.ts';
import type { ParkedDocuments } from './applyEvent.ts';
import { type EngineClock, systemClock } from './clock.ts';
import { type EventLog, START, type Subscription, Unavailable, UnknownEvent } from './eventLog.ts';
import { readFeed } from './feed.ts';
import { foldBatch, readsOfBatch } from './foldBatch.ts';
import { createRate, type Rate } from './rate.ts';
import {
  CheckpointMismatch,
  type Commit,
  type Committed,
  type FeedMark,
  ForeignReadModels,
  type Parked,
  type ReadStore,
} from './readStore.ts';
import { createWaiters, type Waiters } from './waiters.ts';

/** Events folded and committed at once: so many hold up the event loop for a few milliseconds. */
const BATCH_MAX_EVENTS = 200;
/** Milliseconds before the first retry after a failure; doubled with each further one. */
const BACK_OFF_MIN_MS = 100;
/** Most milliseconds between two retries. */
const BACK_OFF_MAX_MS = 5_000;

/** The engine's logger; a pino logger fits. */
export interface EngineLogger {
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
  error(data: object, message: string): void;
}

export type ProjectorState =
  /** Not started yet. */
  | 'idle'
  | 'running'
  /** A store was not available; the projector will retry. */
  | 'waiting'
  /** For good, by `stop` or for `reason`. */
  | 'stopped';

export interface ProjectorStatus {
  readonly state: ProjectorState;
  /** Why it waits or stopped, in words; `null` while all is well. */
  readonly reason: string | null;
  /** Position up to which the read models are committed. */
  readonly position: string;
  /** Position of the last event; `null` when the log does not answer. */
  readonly head: string | null;
  /** Events a second, over the last seconds. */
  readonly eventsPerSecond: number;
  readonly parked: readonly Parked[];
}

/** Keeps the read models current with the log: one reader, one position, one checkpoint (blueprint §5). */
export interface Projector {
  /** Goes on from the checkpoint. @throws Unavailable the read store or the log does not answer */
  start(): Promise<void>;
  /** Finishes the batch under way and stops for good. */
  stop(): Promise<void>;
  readonly position: string;
  /** @throws Unavailable the position was not reached in time, or the projector has stopped */
  waitFor(position: string, timeoutMs: number): Promise<void>;
  status(): Promise<ProjectorStatus>;
  /**
   * Runs `work` on the read store while no batch is under way (the swap of a rebuild). A commit that it returns goes to
   * `onCommit` like a batch's.
   */
  exclusively(work: (position: string) => Promise<Commit | null>): Promise<void>;
}

export interface ProjectorOptions {
  /** With personal data sealed. */
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly projections: readonly Projection[];
  /**
   * Called with every commit, in order, once it is written, so that readers in this process need neither poll nor read
   * the change feed.
   */
  readonly onCommit: (commit: Committed) => void;
  /** Called when it has stopped for good by itself. */
  readonly onHalted?: (error: Error) => void;
  readonly logger: EngineLogger;
  readonly clock?: EngineClock;
}

/** Makes the live projector; `start` begins its work. */
export function createProjector(options: ProjectorOptions): Projector {
  return new LiveProjector(options);
}

class LiveProjector implements Projector {
  readonly #log: EventLog;
  readonly #store: ReadStore;
  readonly #table: FoldTable;
  readonly #onCommit: (commit: Committed) => void;
  readonly #onHalted: (error: Error) => void;
  readonly #logger: EngineLogger;
  readonly #clock: EngineClock;
  readonly #waiters: Waiters;
  readonly #rate: Rate;
  #state: ProjectorState = 'idle';
  #reason: string | null = null;
  #position = START;
  /** End of the change feed when it was last read or written. */
  #feed: FeedMark | null = null;
  #parked: ParkedDocuments = new Map();
  #subscription: Subscription | null = null;
  #failures = 0;
  #cancelRetry: () => void = () => undefined;
  /** The work under way: batches and exclusive work take turns. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: ProjectorOptions) {
    const { log, store, projections, onCommit, onHalted = () => undefined, logger, clock = systemClock } = options;
    this.#log = log;
    this.#store = store;
    this.#table = compileFolds(projections, eventDefinitions);
    this.#onCommit = onCommit;
    this.#onHalted = onHalted;
    this.#logger = logger;
    this.#clock = clock;
    this.#waiters = createWaiters(clock);
    this.#rate = createRate(clock);
  }

  get position(): string {
    return this.#position;
  }

  async start(): Promise<void> {
    if (this.#state !== 'idle') throw new Error(`The projector is ${this.#state}, it can't be started.`);
    await this.#load();
    const head = await this.#log.head();
    if (this.#position > head) this.#halt(new ForeignReadModels(this.#position, head).message);
    else this.#subscribe();
  }

  async stop(): Promise<void> {
    this.#halt('It was stopped.');
    await this.#subscription?.close();
    await this.#turn;
  }

  async waitFor(position: string, timeoutMs: number): Promise<void> {
    if (position <= this.#position) return;
    if (this.#state === 'stopped') throw new Unavailable(`The projector has stopped. ${this.#reason}`);
    await this.#waiters.wait(position, timeoutMs);
  }

  async status(): Promise<ProjectorStatus> {
    const head = await this.#log.head().catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'The head of the log is not known.');
      return null;
    });
    return {
      state: this.#state,
      reason: this.#reason,
      position: this.#position,
      head,
      eventsPerSecond: this.#rate.perSecond(),
      parked: [...this.#parked.values()],
    };
  }

  exclusively(work: (position: string) => Promise<Commit | null>): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#state === 'idle') await this.#load();
      else await this.#takeUp();
      const since = this.#feed;
      const commit = await work(this.#position);
      const end = await this.#load();
      if (commit !== null) this.#committed({ ...commit, since: since ?? end, end });
    });
  }

  /** Runs work after all earlier work, whether that failed or not. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #load(): Promise<FeedMark> {
    const parked = await this.#store.parked();
    const end = await this.#store.feedEnd();
    this.#feed = end;
    this.#position = end.position;
    this.#parked = new Map(parked.map((entry) => [refId(entry), entry]));
    this.#waiters.reached(this.#position);
    return end;
  }

  /** A commit without an answer may have been written: the feed shows it. Then it still has to be published. */
  async #takeUp(): Promise<void> {
    const from = this.#position;
    const since = this.#feed ?? (await this.#store.feedEnd());
    const missed = await readFeed(this.#store, since);
    const end = await this.#load();
    if (end.position <= from) return;
    // A reader whose mark is not `since` reads the feed; if the feed does not go on from there, all readers do.
    const page = missed ?? { rows: [], end };
    this.#committed({
      from,
      to: page.end.position,
      recording: null,
      rows: page.rows,
      parked: [],
      since,
      end: page.end,
    });
  }

  #subscribe(): void {
    this.#state = 'running';
    this.#reason = null;
    this.#subscription = this.#log.subscribe(
      this.#position,
      (events) => this.#handle(events),
      (error) => this.#failed(error),
    );
  }

  async #handle(events: readonly RecordedEvent[]): Promise<void> {
    for (let start = 0; start < events.length; start += BATCH_MAX_EVENTS) {
      const batch = events.slice(start, start + BATCH_MAX_EVENTS);
      await this.#inTurn(() => this.#project(batch));
    }
  }

  async #project(read: readonly RecordedEvent[]): Promise<void> {
    if (this.#state !== 'running') return;
    // A swapped-in generation may be ahead of the subscription.
    const events = read.filter(({ position }) => position > this.#position);
    if (events.length === 0) return;
    const reads = readsOfBatch(this.#table, events);
    const loaded = reads.length === 0 ? [] : await this.#store.load(reads);
    const since = this.#feed ?? (await this.#store.feedEnd());
    const commit = foldBatch(this.#table, this.#position, events, loaded, this.#parked);
    const end = await this.#store.commit(commit);
    this.#feed = end;
    this.#position = commit.to;
    this.#failures = 0;
    this.#rate.add(events.length);
    for (const parked of commit.parked) this.#logger.error({ ...parked }, 'A document was parked.');
    this.#committed({ ...commit, since, end });
  }

  #committed(commit: Committed): void {
    try {
      this.#onCommit(commit);
    } catch (error) {
      this.#logger.error({ err: error, position: commit.to }, 'A commit could not be published.');
    }
    this.#waiters.reached(commit.to);
  }

  #failed(error: Error): void {
    if (this.#state !== 'running') return;
    if (error instanceof UnknownEvent || error instanceof CheckpointMismatch) {
      this.#halt(error.message);
      this.#logger.error({ err: error }, 'The projector has stopped.');
      this.#onHalted(error);
      return;
    }
    this.#state = 'waiting';
    this.#reason = error.message;
    const delay = Math.min(BACK_OFF_MIN_MS * 2 ** this.#failures, BACK_OFF_MAX_MS);
    this.#failures += 1;
    this.#logger.warn({ err: error, retryInMs: delay }, 'The projector waits.');
    this.#cancelRetry = this.#clock.after(delay, () => void this.#resume());
  }

  async #resume(): Promise<void> {
    if (this.#state !== 'waiting') return;
    try {
      await this.#inTurn(() => this.#takeUp());
      if (this.#state === 'waiting') this.#subscribe();
    } catch (error) {
      this.#state = 'running';
      this.#failed(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #halt(reason: string): void {
    if (this.#state === 'stopped') return;
    this.#state = 'stopped';
    this.#reason = reason;
    this.#cancelRetry();
    this.#waiters.fail(new Unavailable(`The projector has stopped. ${reason}`));
  }
}
