import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { EngineClock } from '#projections/engine/clock.ts';
import { type EventLog, type Subscription, Unavailable, UnknownEvent } from '#projections/engine/eventLog.ts';
import { createWaiters, type Waiters } from '#projections/engine/waiters.ts';
import { typedEvent } from '../log/typedEvent.ts';
import type { Logger } from '../observability/logging.ts';
import type { CheckpointVault } from '../ports/vault.ts';
import { createPlace, type Place } from './checkpoint.ts';
import type { Reactor } from './reactor.ts';

/** Milliseconds before an event is handed over again after a failure; doubled with each further one. */
const BACK_OFF_MIN_MS = 500;
/** Milliseconds between two tries at most. */
const BACK_OFF_MAX_MS = 60_000;

/** How a reactor is doing. */
export interface ReactorStatus {
  readonly name: string;
  /** Position up to which everything was answered. */
  readonly position: string;
  /** Why it does not get on, in words; `null` while all is well. */
  readonly problem: string | null;
}

/** A reactor at work. */
export interface ReactorRunner {
  /** Goes on from its checkpoint in the vault; a new reactor starts at the head of the log. */
  start(): Promise<void>;
  /** Finishes the event under way and stops for good. */
  stop(): Promise<void>;
  status(): ReactorStatus;
  /** Resolves when everything up to a position was answered. @throws Unavailable it takes too long */
  waitFor(position: string, timeoutMs: number): Promise<void>;
}

/** What a runner works with. */
export interface RunnerOptions {
  readonly reactor: Reactor;
  readonly log: Pick<EventLog, 'head' | 'subscribe'>;
  readonly checkpoints: CheckpointVault;
  readonly clock: EngineClock;
  readonly logger: Logger;
}

/** Runs a reactor over the log. */
export function createReactorRunner(options: RunnerOptions): ReactorRunner {
  return new Runner(options);
}

class Runner implements ReactorRunner {
  readonly #reactor: Reactor;
  readonly #log: Pick<EventLog, 'head' | 'subscribe'>;
  readonly #checkpoints: CheckpointVault;
  readonly #clock: EngineClock;
  readonly #logger: Logger;
  readonly #waiters: Waiters;
  readonly #place: Place;
  #position = '';
  #problem: string | null = null;
  #failures = 0;
  /** Whether an event was handed over that the reactor has not answered. */
  #owes = false;
  #stopped = false;
  #subscription: Subscription | null = null;
  #cancelRetry: () => void = () => undefined;

  constructor({ reactor, log, checkpoints, clock, logger }: RunnerOptions) {
    this.#reactor = reactor;
    this.#log = log;
    this.#checkpoints = checkpoints;
    this.#clock = clock;
    this.#logger = logger;
    this.#waiters = createWaiters(clock);
    this.#place = createPlace({ reactor: reactor.name, checkpoints, clock, logger });
  }

  async start(): Promise<void> {
    const known = await this.#checkpoints.find(this.#reactor.name);
    this.#position = known ?? (await this.#log.head());
    if (known === null) await this.#checkpoints.set(this.#reactor.name, this.#position);
    this.#subscribe();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRetry();
    this.#waiters.fail(new Unavailable(`The reactor ${this.#reactor.name} was stopped.`));
    await this.#subscription?.close();
    await this.#place.close();
  }

  status(): ReactorStatus {
    const problem = this.#problem ?? this.#place.problem() ?? this.#reactor.problem?.() ?? null;
    return { name: this.#reactor.name, position: this.#position, problem };
  }

  async waitFor(position: string, timeoutMs: number): Promise<void> {
    if (position > this.#position) await this.#waiters.wait(position, timeoutMs);
  }

  #subscribe(): void {
    this.#subscription = this.#log.subscribe(
      this.#position,
      (events) => this.#handle(events),
      (error) => this.#failed(error),
    );
  }

  async #handle(events: readonly RecordedEvent[]): Promise<void> {
    for (const event of events) {
      if (this.#stopped) return;
      this.#owes = true;
      await this.#reactor.handle(typedEvent(event));
      this.#owes = false;
      this.#position = event.position;
      this.#place.moved(event.position);
      this.#waiters.reached(event.position);
      this.#failures = 0;
      this.#problem = null;
    }
  }

  async #resume(): Promise<void> {
    try {
      // What failed was not always the reactor, and there may be no event for long that would show that all is well.
      await this.#log.head();
      if (this.#stopped) return;
      if (!this.#owes) this.#problem = null;
      this.#subscribe();
    } catch (error) {
      this.#failed(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #failed(error: Error): void {
    if (this.#stopped) return;
    this.#problem = error.message;
    const fields = { err: error, reactor: this.#reactor.name, position: this.#position };
    if (error instanceof UnknownEvent) {
      this.#logger.error(fields, 'A reactor has stopped.');
      return;
    }
    const delay = Math.min(BACK_OFF_MIN_MS * 2 ** this.#failures, BACK_OFF_MAX_MS);
    this.#failures += 1;
    this.#logger.warn({ ...fields, retryInMs: delay }, 'A reactor waits.');
    this.#cancelRetry = this.#clock.after(delay, () => void this.#resume());
  }
}
