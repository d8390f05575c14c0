import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { EngineClock } from '#projections/engine/clock.ts';
import type { Logger } from '../observability/logging.ts';
import type { Later } from './reactor.ts';

/** Events whose answers go on at most; at one more the reactor waits, because after a restart it goes over all of them again. */
export const UNDER_WAY_MAX_EVENTS = 1_000;
/** Milliseconds before an event is handed over again whose answer failed later, at first and at most. */
export const RETRY_LATER_MS = 60_000;
export const RETRY_LATER_MAX_MS = 3_600_000;
/** Share of the time for which an answer has failed so far, after which it is tried again: every minute in the first ones. */
const RETRY_AFTER_SHARE = 1 / 8;

/** Answers of one reactor that go on while it gets further events. */
export interface UnderWay {
  /**
   * Runs the rest of an answer. Resolves at once, or when there is room for a further one.
   * @param after position of the event before it
   */
  begin(event: RecordedEvent, after: string, later: Later): Promise<void>;
  /** Position of the event before the first one whose answer goes on, where the checkpoint has to stay; `null`: none does. */
  floor(): string | null;
  /** Why the last answer failed that is not made yet, in words, or `null`. */
  problem(): string | null;
  /** Has all of them give up; resolves when they have. Their events are handed over again by the next run. */
  stop(): Promise<void>;
}

export interface UnderWayOptions {
  readonly reactor: string;
  readonly clock: EngineClock;
  readonly logger: Pick<Logger, 'warn'>;
  /** Hands an event over again. @throws anything: it is tried again */
  readonly answer: (event: RecordedEvent) => Promise<Later | undefined>;
  /** Called when an answer is complete. */
  readonly onAnswered: () => void;
}

interface Begun {
  readonly event: RecordedEvent;
  readonly after: string;
  problem: string | null;
  /** By the clock, in milliseconds. */
  readonly since: number;
}

/** Makes the list of what is under way. */
export function createUnderWay(options: UnderWayOptions): UnderWay {
  return new Answers(options);
}

class Answers implements UnderWay {
  readonly #options: UnderWayOptions;
  /** By position. */
  readonly #begun = new Map<string, Begun>();
  readonly #running = new Set<Promise<void>>();
  readonly #retries = new Set<() => void>();
  readonly #stopping = new AbortController();
  /** Wait for room: new events and parked ones come side by side. */
  readonly #waiting = new Set<() => void>();

  constructor(options: UnderWayOptions) {
    this.#options = options;
  }

  async begin(event: RecordedEvent, after: string, later: Later): Promise<void> {
    this.#begun.set(event.position, { event, after, problem: null, since: this.#options.clock.now() });
    if (this.#stopping.signal.aborted) return;
    this.#run(event.position, () => later(this.#stopping.signal));
    while (this.#begun.size >= UNDER_WAY_MAX_EVENTS) {
      if (this.#stopping.signal.aborted) return;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  floor(): string | null {
    const positions = [...this.#begun.values()].map(({ after }) => after);
    return positions.reduce<string | null>((least, each) => (least === null || each < least ? each : least), null);
  }

  problem(): string | null {
    return [...this.#begun.values()].find(({ problem }) => problem !== null)?.problem ?? null;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#lookForRoom();
    for (const cancel of this.#retries) cancel();
    await Promise.all(this.#running);
  }

  #run(position: string, work: () => Promise<void>): void {
    const running = work().then(
      () => this.#answered(position),
      (error: unknown) => this.#failed(position, error),
    );
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  #answered(position: string): void {
    this.#begun.delete(position);
    if (!this.#stopping.signal.aborted) this.#options.onAnswered();
    this.#lookForRoom();
  }

  /** Those who find none wait again. */
  #lookForRoom(): void {
    for (const look of this.#waiting) look();
    this.#waiting.clear();
  }

  #failed(position: string, error: unknown): void {
    const begun = this.#begun.get(position);
    if (begun === undefined || this.#stopping.signal.aborted) return;
    begun.problem = error instanceof Error ? error.message : String(error);
    const { reactor, clock, logger } = this.#options;
    const share = (clock.now() - begun.since) * RETRY_AFTER_SHARE;
    const retryInMs = Math.min(Math.max(share, RETRY_LATER_MS), RETRY_LATER_MAX_MS);
    logger.warn({ err: error, reactor, position, retryInMs }, 'An answer failed.');
    const cancel = clock.after(retryInMs, () => {
      this.#retries.delete(cancel);
      this.#run(position, () => this.#again(begun.event));
    });
    this.#retries.add(cancel);
  }

  async #again(event: RecordedEvent): Promise<void> {
    const later = await this.#options.answer(event);
    await later?.(this.#stopping.signal);
  }
}
