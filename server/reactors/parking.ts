import type { RecordedEvent } from '#domain/kernel/event.ts';
import { PersonalDataSealed } from '#domain/kernel/personal.ts';
import type { EngineClock } from '#projections/engine/clock.ts';
import { type EventLog, Unavailable } from '#projections/engine/eventLog.ts';
import { KeyMissing, missingKey } from '../log/subjectKeys.ts';
import type { Logger } from '../observability/logging.ts';

/** Events that a reactor parks at most. At one more it waits, because after a restart it goes over all of them again. */
export const PARKED_MAX_EVENTS = 1_000;
/** Milliseconds between two tries of the parked events. */
export const RETRY_PARKED_EVERY_MS = 60_000;
/** Stable name of the log line for an event that is parked. */
const EVENT_PARKED = 'event_parked';

/** A key is missing, and no more events can be parked: the reactor has to wait. */
export class ParkingFull extends Unavailable {
  constructor(subject: string) {
    super(`${PARKED_MAX_EVENTS} events are parked already. ${missingKey(subject)}`);
    this.name = 'ParkingFull';
  }
}

/** An event that a reactor could not answer, because the key of a person is missing. */
export interface ParkedEvent {
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  /** Why it is parked, in words. */
  readonly problem: string;
}

interface Parked extends ParkedEvent {
  readonly id: string;
  /** Position of the event before it. */
  readonly after: string;
  /** Person whose key is missing; `null`: its last try failed for another reason. */
  readonly subject: string | null;
}

/**
 * The events of one reactor that wait for the key of a person. It tries them again every `RETRY_PARKED_EVERY_MS`, until
 * they are answered: the key is back, or the person is erased.
 */
export interface Parking {
  /**
   * Parks an event whose answer failed because a key is missing.
   * @param after position of the event before it
   * @throws ParkingFull; the error itself, if it has another reason
   */
  park(event: RecordedEvent, after: string, error: unknown): void;
  /** Position of the event before the first parked one, where the checkpoint has to stay; `null`: none is parked. */
  floor(): string | null;
  /** In log order. */
  events(): readonly ParkedEvent[];
  /** Ends the tries; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

export interface ParkingOptions {
  readonly reactor: string;
  readonly log: Pick<EventLog, 'readStream'>;
  readonly clock: EngineClock;
  readonly logger: Pick<Logger, 'error' | 'warn' | 'info'>;
  /**
   * Answers an event, not beside another one.
   * @param after position of the event before it
   * @throws anything: it stays parked
   */
  readonly answer: (event: RecordedEvent, after: string) => Promise<void>;
  /** Called when a parked event is answered. */
  readonly onAnswered: () => void;
}

/** Makes the parking of a reactor. */
export function createParking(options: ParkingOptions): Parking {
  return new KeptParking(options);
}

class KeptParking implements Parking {
  readonly #options: ParkingOptions;
  /** By position, in log order: events are parked as they are read. */
  readonly #parked = new Map<string, Parked>();
  #isStopped = false;
  #cancel: (() => void) | null = null;
  #trying: Promise<void> = Promise.resolve();

  constructor(options: ParkingOptions) {
    this.#options = options;
  }

  park(event: RecordedEvent, after: string, error: unknown): void {
    const subject = subjectWithoutKey(error);
    if (subject === null) throw error;
    if (this.#parked.size >= PARKED_MAX_EVENTS) throw new ParkingFull(subject);
    const { id, type, stream, revision, position } = event;
    const problem = missingKey(subject);
    this.#parked.set(position, { id, type, stream, revision, position, after, subject, problem });
    const fields = { event: EVENT_PARKED, reactor: this.#options.reactor, parked: id, type, position };
    this.#options.logger.error({ ...fields, subject }, `A reactor parks an event. ${problem}`);
    this.#schedule();
  }

  floor(): string | null {
    const [first] = this.#parked.values();
    return first?.after ?? null;
  }

  events(): readonly ParkedEvent[] {
    return [...this.#parked.values()].map(({ type, stream, revision, position, problem }) => {
      return { type, stream, revision, position, problem };
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel?.();
    await this.#trying;
  }

  #schedule(): void {
    if (this.#isStopped || this.#cancel !== null) return;
    this.#cancel = this.#options.clock.after(RETRY_PARKED_EVERY_MS, () => {
      this.#trying = this.#tryAll();
    });
  }

  async #tryAll(): Promise<void> {
    /** People whose key is missing still, and streams that were read: one look at each is enough. */
    const missing = new Set<string | null>();
    const streams = new Map<string, readonly RecordedEvent[]>();
    for (const parked of [...this.#parked.values()]) {
      if (this.#isStopped) return;
      if (parked.subject !== null && missing.has(parked.subject)) continue;
      missing.add(await this.#try(parked, streams));
    }
    this.#cancel = null;
    if (this.#parked.size > 0) this.#schedule();
  }

  /** Tries a parked event again. @returns the person whose key is missing, if it stays parked for that */
  async #try(parked: Parked, streams: Map<string, readonly RecordedEvent[]>): Promise<string | null> {
    const { log, reactor, logger, answer, onAnswered } = this.#options;
    const { id, stream, revision, position, after } = parked;
    try {
      // The first parked event of a stream comes first, so its read has those after it.
      const events = streams.get(stream) ?? (await log.readStream(stream, revision));
      streams.set(stream, events);
      const event = events.find((each) => each.id === id);
      if (event === undefined) throw new Error(`The log has no event ${id} in ${stream} at ${revision} any more.`);
      await answer(event, after);
    } catch (error) {
      const subject = subjectWithoutKey(error);
      const reason = error instanceof Error ? error.message : String(error);
      const problem = subject === null ? reason : missingKey(subject);
      this.#parked.set(position, { ...parked, subject, problem });
      if (subject === null) logger.warn({ err: error, reactor, parked: id, position }, 'A parked event failed again.');
      return subject;
    }
    this.#parked.delete(position);
    logger.info({ reactor, parked: id, position }, 'A parked event is answered.');
    onAnswered();
    return null;
  }
}

/** The person whose key was missing when an event was answered; `null` for any other error. */
function subjectWithoutKey(error: unknown): string | null {
  return error instanceof KeyMissing || error instanceof PersonalDataSealed ? error.subject : null;
}
