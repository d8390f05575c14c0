import type { EngineClock } from '#projections/engine/clock.ts';
import { isSameMark } from '#projections/engine/feed.ts';
import { type FeedMark, type FeedPage, type ReadStore, StaleReadModels } from '#projections/engine/readStore.ts';
import { erasedAmong } from '#projections/kernel/erasure.ts';
import type { AnySearch } from '#projections/kernel/search.ts';
import type { Logger } from '../observability/logging.ts';
import { IndexWriter, type SearchIndexStatus, type WriterParts } from './indexWriter.ts';

/** Milliseconds between a commit and its way into the indexes: commits of that time are one write (SRCH-19). */
export const SEARCH_DELAY_MS = 200;
/** Rows of the change feed that are taken at a time: some 20 ms of the main thread. */
const FEED_ROWS = 200;
/** Milliseconds before the first retry after a failure; doubled with each further one. */
const BACK_OFF_MIN_MS = 500;
/** Most milliseconds between two retries. */
const BACK_OFF_MAX_MS = 30_000;

/** Milliseconds between two looks whether the read models of this release are built. */
const BUILT_LOOK_EVERY_MS = 500;

/** Status of the search indexes. */
export interface SearchStatus {
  /** Why they do not follow, in words; `null` while all is well. */
  readonly problem: string | null;
  readonly indexes: readonly SearchIndexStatus[];
}

/** Keeps the search indexes current with the read models: a reader of its own, with marks of its own. */
export interface SearchProjector {
  /** Goes on from the marks, in the background. */
  start(): void;
  /** There may be new rows: takes them after `SEARCH_DELAY_MS`. */
  wake(): void;
  /** Resolves when everything in the change feed is in the indexes. @throws what kept it from that */
  catchUp(): Promise<void>;
  /**
   * Resolves when nothing of a person is in the indexes, nor can come into them. It waits for the step under way and not
   * for the rest: an index that is being built takes as long as the community is large. @throws what kept it from that
   */
  erase(subject: string): Promise<void>;
  /** Finishes the step under way and stops for good. Never fails. */
  stop(): Promise<void>;
  status(): SearchStatus;
}

export interface SearchProjectorOptions extends Omit<WriterParts, 'store' | 'onParked'> {
  readonly searches: readonly AnySearch[];
  readonly store: Pick<ReadStore, 'feedEnd' | 'feedAfter' | 'scan' | 'get' | 'stale'>;
  readonly clock: EngineClock;
  /** Milliseconds between two looks at a feed that another process writes. Left out: `wake` is called. */
  readonly pollEveryMs?: number;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/** Makes the projector of the search indexes; `start` begins its work. */
export function createSearchProjector(options: SearchProjectorOptions): SearchProjector {
  return new LiveSearchProjector(options);
}

class LiveSearchProjector implements SearchProjector {
  readonly #options: SearchProjectorOptions;
  readonly #writers: readonly IndexWriter[];
  #isOpen = false;
  #isStopped = false;
  #problem: string | null = null;
  #failures = 0;
  #cancel: (() => void) | null = null;
  #cancelPoll: () => void = () => undefined;
  /** Steps are taken one after the other. */
  #turn: Promise<void> = Promise.resolve();
  /** Orders to erase that wait for the end of the step under way. */
  #orders: (() => Promise<void>)[] = [];

  constructor(options: SearchProjectorOptions) {
    this.#options = options;
    const onParked = (index: string, key: string, error: string) =>
      options.logger.warn({ index, key, error }, 'A document cannot be searched.');
    this.#writers = options.searches.map((search) => new IndexWriter(search, { ...options, onParked }));
  }

  start(): void {
    this.#schedule(0);
    this.#poll();
  }

  wake(): void {
    if (this.#cancel === null && this.#failures === 0) this.#schedule(SEARCH_DELAY_MS);
  }

  catchUp(): Promise<void> {
    const done = this.#turn.then(() => this.#run());
    this.#turn = done.catch(() => undefined);
    return done;
  }

  erase(subject: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#orders.push(() => this.#erase([subject]).then(resolve, reject));
      this.#turn = this.#turn.then(() => this.#carryOut());
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel?.();
    this.#cancelPoll();
    await this.#turn;
    if (!this.#isOpen) return;
    try {
      for (const writer of this.#writers) await writer.settle();
    } catch (error) {
      // It has stopped all the same: the next process goes over some rows again.
      this.#options.logger.warn({ err: error }, 'The marks of the search indexes could not be noted.');
    }
  }

  status(): SearchStatus {
    return { problem: this.#problem, indexes: this.#writers.map((writer) => writer.status()) };
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped) return;
    this.#cancel = this.#options.clock.after(delayMs, () => {
      // From here on, a commit wakes the next run: this one may have read the feed before it.
      this.#cancel = null;
      this.catchUp().then(
        () => this.#recovered(),
        (error: unknown) => this.#failed(error),
      );
    });
  }

  #poll(): void {
    const { clock, pollEveryMs } = this.#options;
    if (pollEveryMs === undefined || this.#isStopped) return;
    this.#cancelPoll = clock.after(pollEveryMs, () => {
      this.wake();
      this.#poll();
    });
  }

  #recovered(): void {
    if (this.#failures > 0) this.#options.logger.info({}, 'The search indexes are written again.');
    this.#failures = 0;
    this.#problem = null;
  }

  #failed(error: unknown): void {
    if (this.#isStopped) return;
    if (error instanceof StaleReadModels) {
      if (this.#problem !== error.message) this.#options.logger.info({}, `No index is written yet. ${error.message}`);
      this.#problem = error.message;
      this.#cancel?.();
      this.#schedule(BUILT_LOOK_EVERY_MS);
      return;
    }
    this.#problem = error instanceof Error ? error.message : String(error);
    const retryInMs = Math.min(BACK_OFF_MIN_MS * 2 ** this.#failures, BACK_OFF_MAX_MS);
    this.#failures += 1;
    this.#options.logger.warn({ err: error, retryInMs }, 'The search indexes cannot be written.');
    this.#cancel?.();
    this.#schedule(retryInMs);
  }

  async #run(): Promise<void> {
    try {
      if (!this.#isOpen && !this.#isStopped) {
        // Documents of another release have other fields.
        const stale = await this.#options.store.stale();
        if (stale.length > 0) throw new StaleReadModels(stale);
        for (const writer of this.#writers) await writer.open();
        this.#isOpen = true;
      }
      for (let isDone = false; !isDone && !this.#isStopped; ) {
        isDone = await this.#step();
        await this.#carryOut();
      }
    } catch (error) {
      // How much of the step the engine has is not known: the next run asks it, as the next process would.
      this.#isOpen = false;
      throw error;
    }
  }

  /** Fills what is being built, and takes the next rows of the feed. @returns whether nothing is left to do */
  async #step(): Promise<boolean> {
    let isDone = true;
    const byMark = new Map<string, { readonly mark: FeedMark; readonly writers: IndexWriter[] }>();
    for (const writer of this.#writers) {
      const { mark } = writer;
      if (writer.isFilling) {
        await writer.fill();
        isDone = false;
      } else if (mark !== null) {
        const name = JSON.stringify(mark);
        byMark.set(name, { mark, writers: [...(byMark.get(name)?.writers ?? []), writer] });
      }
    }
    // Indexes stand at the same mark nearly always, so the feed is read once.
    for (const { mark, writers } of byMark.values()) {
      const page = await this.#options.store.feedAfter(mark, FEED_ROWS);
      const isEnd = page !== null && (page.rows.length < FEED_ROWS || isSameMark(page.end, mark));
      if (page !== null) await this.#eraseThoseOf(page);
      for (const writer of writers) await writer.follow(page, isEnd);
      if (!isEnd) isDone = false;
    }
    return isDone;
  }

  /** Erases the people whom the rows erase before anything else is written, and before the mark moves past (P10). */
  async #eraseThoseOf(page: FeedPage): Promise<void> {
    const subjects = [...erasedAmong(page.rows)];
    if (subjects.length > 0) await this.#erase(subjects);
  }

  async #erase(subjects: readonly string[]): Promise<void> {
    // First, so that no later step writes a document of theirs that it has opened.
    this.#options.personalData.erased(subjects);
    await this.#options.index.erase(subjects);
  }

  /** Carries out the orders to erase that have come since the last step. */
  async #carryOut(): Promise<void> {
    for (let order = this.#orders.shift(); order !== undefined; order = this.#orders.shift()) await order();
  }
}
