import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { EngineClock } from '#projections/engine/clock.ts';
import { type EventLog, type Subscription, Unavailable, UnknownEvent } from '#projections/engine/eventLog.ts';
import { createWaiters, type Waiters } from '#projections/engine/waiters.ts';
import { createSlots } from '../concurrency/slots.ts';
import type { OpenEventLog } from '../log/eventLog.ts';
import { typedEvent } from '../log/typedEvent.ts';
import type { Logger } from '../observability/logging.ts';
import type { CheckpointVault } from '../ports/vault.ts';
import { type Checkpoint, type CheckpointTaken, createCheckpoint, reachedName } from './checkpoint.ts';
import { createParking, type ParkedEvent, type Parking } from './parking.ts';
import { handOver, type Later, type Reactor } from './reactor.ts';
import { createUnderWay, type UnderWay } from './underWay.ts';

/** Milliseconds before an event is handed over again after a failure; doubled with each further one. */
const BACK_OFF_MIN_MS = 500;
/** Most milliseconds between two tries. */
const BACK_OFF_MAX_MS = 60_000;

/** Status of a reactor. */
export interface ReactorStatus {
  readonly name: string;
  /** Position up to which all events are handled, parked, or under way with the rest of their answer. */
  readonly position: string;
  /** Events that wait for the key of a person. */
  readonly parked: readonly ParkedEvent[];
  /** Why it makes no progress, in words; `null` while all is well. */
  readonly problem: string | null;
}

export interface RunOptions {
  readonly reactor: Reactor;
  readonly log: Pick<OpenEventLog, 'partlyOpen'>;
  readonly checkpoints: CheckpointVault;
  readonly clock: EngineClock;
  readonly logger: Logger;
  /** Called once, when the run has ended because the checkpoint was taken by another process. */
  readonly onTaken: (error: CheckpointTaken) => void;
}

/** One run of a reactor over the log: from the checkpoint in the vault until it is stopped, or the checkpoint is taken. */
export class ReactorRun {
  readonly #reactor: Reactor;
  readonly #log: EventLog;
  readonly #checkpoints: CheckpointVault;
  readonly #clock: EngineClock;
  readonly #logger: Logger;
  readonly #onTaken: RunOptions['onTaken'];
  readonly #waiters: Waiters;
  readonly #parking: Parking;
  readonly #underWay: UnderWay;
  /** The reactor answers one event at a time: new ones and parked ones take turns. */
  readonly #turns = createSlots(1);
  #checkpoint: Checkpoint | null = null;
  /** The position that other processes see while the checkpoint is held back. */
  #reached: Checkpoint | null = null;
  #position = '';
  #problem: string | null = null;
  #failures = 0;
  /** Whether the reactor failed on the last event that it got. */
  #owes = false;
  #stopped = false;
  #subscription: Subscription | null = null;
  #cancelRetry: () => void = () => undefined;

  constructor({ reactor, log, checkpoints, clock, logger, onTaken }: RunOptions) {
    this.#reactor = reactor;
    this.#log = log.partlyOpen;
    this.#checkpoints = checkpoints;
    this.#clock = clock;
    this.#logger = logger;
    this.#onTaken = onTaken;
    this.#waiters = createWaiters(clock);
    this.#parking = createParking({
      reactor: reactor.name,
      log: log.partlyOpen,
      clock,
      logger,
      answer: (event, after) => this.#answerEvent(event, after),
      onAnswered: () => this.#keep(),
    });
    this.#underWay = createUnderWay({
      reactor: reactor.name,
      clock,
      logger,
      answer: (event) => this.#answer(event),
      onAnswered: () => this.#keep(),
    });
  }

  /** Starts at the checkpoint in the vault; a new reactor starts at the head of the log. */
  async start(): Promise<void> {
    this.#position = await this.#beginning();
    const { name } = this.#reactor;
    const parts = { checkpoints: this.#checkpoints, clock: this.#clock, logger: this.#logger };
    const onTaken = (error: CheckpointTaken) => void this.#halt(error);
    this.#checkpoint = createCheckpoint({ ...parts, reactor: name, from: this.#position, onTaken });
    const note = reachedName(name);
    const noted = await this.#checkpoints.find(note);
    // Nothing hangs on the note: the process that has taken the reactor takes its checkpoint, too.
    this.#reached = createCheckpoint({ ...parts, reactor: note, from: noted, onTaken: () => undefined });
    this.#subscribe();
  }

  /** Finishes the event under way and stops for good. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRetry();
    this.#waiters.fail(new Unavailable(`The reactor ${this.#reactor.name} was stopped.`));
    await this.#underWay.stop();
    await this.#subscription?.close();
    await this.#parking.stop();
    await Promise.all([this.#checkpoint?.close(), this.#reached?.close()]);
  }

  status(): ReactorStatus {
    const problem =
      this.#problem ?? this.#checkpoint?.problem() ?? this.#underWay.problem() ?? this.#reactor.problem?.() ?? null;
    return { name: this.#reactor.name, position: this.#position, parked: this.#parking.events(), problem };
  }

  /** Resolves when all events up to a position are handled, parked, or under way. @throws Unavailable it takes too long */
  async waitFor(position: string, timeoutMs: number): Promise<void> {
    if (position <= this.#position) return;
    if (this.#stopped) throw new Unavailable(`The reactor ${this.#reactor.name} has stopped.`);
    await this.#waiters.wait(position, timeoutMs);
  }

  /** Position to start from; a new reactor's checkpoint is set to the head of the log. */
  async #beginning(): Promise<string> {
    const { name } = this.#reactor;
    const known = await this.#checkpoints.find(name);
    if (known !== null) return known;
    const head = await this.#log.head();
    // Another process may have set it first.
    const isFirst = await this.#checkpoints.move(name, null, head);
    return isFirst ? head : ((await this.#checkpoints.find(name)) ?? head);
  }

  /** Stops: somebody else has moved the checkpoint, so what is known here of the place in the log is outdated. */
  async #halt(error: CheckpointTaken): Promise<void> {
    this.#stopped = true;
    this.#cancelRetry();
    this.#problem = error.message;
    this.#waiters.fail(new Unavailable(error.message));
    await this.#underWay.stop();
    await this.#subscription?.close();
    await this.#parking.stop();
    this.#onTaken(error);
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
      await this.#answerOrPark(event);
      this.#owes = false;
      this.#position = event.position;
      this.#keep();
      this.#waiters.reached(event.position);
      this.#failures = 0;
      this.#problem = null;
    }
  }

  async #answerOrPark(event: RecordedEvent): Promise<void> {
    try {
      await this.#answerEvent(event, this.#position);
    } catch (error) {
      this.#parking.park(event, this.#position, error);
    }
  }

  /** Hands an event over, and lets the rest of its answer go on. @param after position of the event before it */
  async #answerEvent(event: RecordedEvent, after: string): Promise<void> {
    const later = await this.#answer(event);
    if (later !== undefined) await this.#underWay.begin(event, after, later);
  }

  #answer(event: RecordedEvent): Promise<Later | undefined> {
    return this.#turns.run(async () => handOver(this.#reactor, typedEvent(event)));
  }

  /**
   * Moves the checkpoint on, but never past an event that is parked or whose answer goes on: the next process goes over
   * it, and over those after it, again.
   */
  #keep(): void {
    const [floor] = [this.#parking.floor(), this.#underWay.floor()].filter((each) => each !== null).sort();
    this.#checkpoint?.moved(floor ?? this.#position);
    if (floor !== undefined) this.#reached?.moved(this.#position);
  }

  async #resume(): Promise<void> {
    try {
      // The log itself may have failed, and no event may come for long that would show its recovery.
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
