import {
  ASKED_HELD_MS,
  ASKED_MESSAGES_MAX,
  type Asked,
  type AskedMessage,
  type Asking,
  askedSchema,
} from '#projections/sync/asking.ts';
import { PROTOCOL_CHANGED, SESSION_CHANGED } from '#projections/sync/handshake.ts';
import { laterPosition, START } from '#projections/sync/position.ts';
import {
  commandAnswerSchema,
  erasSchema,
  type Freshness,
  PROTOCOL_VERSION,
  type Progress,
  type Revoked,
  refusedSchema,
  topicAnswerSchema,
} from '#projections/sync/protocol.ts';
import { AskedTopics, type JoinedTopic } from './askedTopics.ts';
import { backOff } from './backOff.ts';
import type { Clock } from './clock.ts';
import { NO_ANSWER, RequestRefused } from './http.ts';
import {
  ASKING_GATHER_MS,
  ASKING_HIDDEN_FIRST_MS,
  ASKING_HIDDEN_MAX_MS,
  ASKING_OUTDATED_RETRY_MS,
  ASKING_PATIENCE_MS,
  ASKING_RETRY_FIRST_MS,
  ASKING_RETRY_MAX_MS,
  ASKING_SPACING_MS,
  ASKING_UNHELD_MS,
  HELD_FAILURES_MAX,
} from './limits.ts';
import type { ClientEvent, Transport, TransportListener } from './transport.ts';

/** Dependencies of the asking. */
export interface AskingParts {
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Asks a hub. @throws RequestRefused */
  readonly ask: (asking: Asking, signal: AbortSignal) => Promise<unknown>;
  /** Gives a command. @throws RequestRefused */
  readonly give: (envelope: unknown, signal: AbortSignal) => Promise<unknown>;
  /** Asks whether the site is there. Rejects if it is not. */
  readonly look: (signal: AbortSignal) => Promise<unknown>;
  /** Whether somebody can see the page. */
  readonly isSeen: () => boolean;
  /** Calls back when somebody sees the page again. */
  readonly followSeen: (seen: () => void) => void;
  /** The hub has ended the session, or knows another one. */
  readonly closedByHub: () => void;
}

/** A message that is not answered yet. */
interface Waiting {
  readonly event: AskedMessage['event'];
  readonly payload: Freshness & { readonly topic?: string };
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The contents of a question, to understand its answer by. */
interface Question {
  readonly joined: readonly JoinedTopic[];
  readonly waiting: readonly Waiting[];
  readonly isHeld: boolean;
  /** See `#unseenCommand`. */
  readonly command: string | null;
  readonly flight: Flight;
}

/** A question under way. */
interface Flight {
  /** Whether it may be called off for what is to be asked next. */
  isHeld: boolean;
  readonly over: AbortController;
}

const MS_PER_SECOND = 1_000;
const NO_CONNECTION = 'There is no connection.';

/**
 * The hub without a WebSocket: one question after the other over HTTP, each with the cursors of all topics (`asking.ts` in
 * `projections/sync`). A page that is seen has its question held until there is news, which costs one request in 25 s when
 * nothing happens; one that nobody sees asks at growing intervals, since a browser has six connections to a site of HTTP/1.1.
 */
export class AskingTransport implements Transport {
  readonly #parts: AskingParts;
  readonly #topics = new AskedTopics();
  #listener: TransportListener | null = null;
  #waiting: Waiting[] = [];
  #flight: Flight | null = null;
  #cancelNext: () => void = () => undefined;
  #isWanted = false;
  #isOpen = false;
  /** The eras of the log as they were last handed on. */
  #eras = '';
  /** Position of the last own command that no answer includes yet. */
  #unseenCommand: string | null = null;
  #failures = 0;
  #heldFailures = 0;
  /** Questions that were asked while nobody sees the page. */
  #unseenRounds = 0;

  constructor(parts: AskingParts) {
    this.#parts = parts;
    parts.followSeen(() => {
      this.#unseenRounds = 0;
      if (this.#isOpen && this.#flight === null) this.#askIn(0);
    });
  }

  start(listener: TransportListener): void {
    this.#listener = listener;
  }

  reconnect(afterMilliseconds = 0): void {
    this.#isWanted = true;
    this.#callOff();
    this.#lose();
    this.#failures = 0;
    this.#askIn(afterMilliseconds);
  }

  stop(): void {
    this.#isWanted = false;
    this.#callOff();
    this.#forget();
  }

  async request(event: ClientEvent, payload: unknown, timeoutMilliseconds: number): Promise<unknown> {
    if (!this.#isOpen) throw new Error(NO_CONNECTION);
    if (event === 'command') return this.#command(payload, timeoutMilliseconds);
    const question = payload as Waiting['payload'];
    if (event === 'unsubscribe') return this.#leave(question.topic ?? '', timeoutMilliseconds);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event, payload: question, resolve, reject });
      this.#hurry();
    });
  }

  async #command(envelope: unknown, timeoutMilliseconds: number): Promise<unknown> {
    try {
      const answer = await this.#inTime(timeoutMilliseconds, (signal) => this.#parts.give(envelope, signal));
      const done = commandAnswerSchema.safeParse(answer);
      if (done.success && done.data.position !== null) {
        this.#unseenCommand = laterPosition(this.#unseenCommand ?? START, done.data.position);
        this.#hurry();
      }
      return answer;
    } catch (error) {
      if (!(error instanceof RequestRefused) || error.status === NO_ANSWER) throw error;
      return { ok: false, refusal: error.refusal };
    }
  }

  /** Leaving a topic that was not joined is a look at the way itself. */
  async #leave(topic: string, timeoutMilliseconds: number): Promise<unknown> {
    if (!this.#topics.leave(topic)) await this.#inTime(timeoutMilliseconds, (signal) => this.#parts.look(signal));
    return { ok: true };
  }

  async #inTime<T>(milliseconds: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const cancel = this.#parts.clock.after(milliseconds, () => late.abort());
    try {
      return await ask(late.signal);
    } finally {
      cancel();
    }
  }

  // ---- one question after the other ----

  /** Something waits to be asked: a question that is held gives way to it. */
  #hurry(): void {
    if (!this.#isOpen || (this.#flight !== null && !this.#flight.isHeld)) return;
    this.#callOff();
    this.#askIn(ASKING_GATHER_MS);
  }

  #callOff(): void {
    this.#cancelNext();
    this.#flight?.over.abort();
    this.#flight = null;
  }

  #askIn(milliseconds: number): void {
    this.#cancelNext();
    this.#cancelNext = this.#parts.clock.after(milliseconds, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    if (!this.#isWanted || this.#flight !== null) return;
    const joined = this.#topics.all();
    const waiting = this.#isOpen ? this.#waiting.slice(0, ASKED_MESSAGES_MAX - joined.length) : [];
    const flight: Flight = { isHeld: this.#mayBeHeld(waiting), over: new AbortController() };
    this.#flight = flight;
    const { isHeld } = flight;
    const command = this.#unseenCommand;
    const resumes = joined.map((each) => this.#topics.resume(each, command ?? START));
    const messages = [...resumes, ...waiting.map(({ event, payload }) => this.#topics.asked(event, payload))];
    const asking = { protocol: PROTOCOL_VERSION, user: this.#listener?.user?.() ?? null, messages, isHeld };
    const patience = ASKING_PATIENCE_MS + (isHeld ? ASKED_HELD_MS : 0);
    let wait = ASKING_RETRY_FIRST_MS;
    try {
      const answer = await this.#inTime(patience, (late) =>
        this.#parts.ask(asking, AbortSignal.any([late, flight.over.signal])),
      );
      if (this.#flight !== flight) return;
      // Messages that come meanwhile wait for the next question.
      flight.isHeld = false;
      wait = this.#take(askedSchema.parse(answer), { joined, waiting, isHeld, command, flight });
    } catch (error) {
      if (this.#flight !== flight) return;
      wait = this.#afterFailure(error, isHeld);
    }
    // The owner may have opened the connection anew.
    if (this.#flight !== flight) return;
    this.#flight = null;
    this.#askIn(wait);
  }

  #mayBeHeld(waiting: readonly Waiting[]): boolean {
    const hasAsked = this.#isOpen && waiting.length === 0 && this.#unseenCommand === null;
    return hasAsked && this.#heldFailures < HELD_FAILURES_MAX && this.#parts.isSeen();
  }

  // ---- answers ----

  /** @returns milliseconds until the next question */
  #take(asked: Asked, { joined, waiting, isHeld, command, flight }: Question): number {
    if (asked.ended === 'session-ended') return this.#sessionEnded();
    // Nothing is lost with a hub that ends: the next question has the same cursors.
    if (asked.ended !== null) return this.#later();
    const eras = this.#takeEras(asked);
    if (eras === 'missing') return this.#afterFailure(new Error('The answer names no era.'), isHeld);
    if (eras === 'begun') return this.#opened(asked, flight);
    if (isHeld) this.#heldFailures = 0;
    const topics = joined.map((each, index) => this.#takeTopic(each, asked.answers[index]));
    const isWhole = !topics.includes('missing');
    waiting.forEach((each, index) => void this.#takeAnswer(each, asked.answers[joined.length + index]));
    if (!isWhole) return this.#later();
    const hasRows = this.#takePackets(asked.packets, flight);
    this.#failures = 0;
    if (this.#unseenCommand === command) this.#unseenCommand = null;
    const isMoreToAsk = this.#waiting.length > 0 || this.#unseenCommand !== null;
    return isMoreToAsk ? ASKING_GATHER_MS : this.#pause(hasRows || topics.includes('news'));
  }

  /**
   * @returns `begun`: the way is open from now on. It also opens anew when the log has another era: nothing shows whether the
   *   log was restored from a backup between two questions, as the end of a socket does
   */
  #takeEras({ packets }: Asked): 'same' | 'begun' | 'missing' {
    const newest = packets.findLast(([event]) => event === 'eras')?.[1];
    const good = erasSchema.safeParse(newest);
    if (!good.success) return 'missing';
    const text = JSON.stringify(newest);
    if (this.#isOpen && text === this.#eras) return 'same';
    this.#lose();
    this.#eras = text;
    this.#topics.era = good.data.eras.at(-1)?.id ?? '';
    this.#isOpen = true;
    this.#listener?.received('eras', newest);
    return 'begun';
  }

  #opened({ packets }: Asked, flight: Flight): number {
    this.#takePackets(
      packets.filter(([event]) => event === 'progress'),
      flight,
    );
    this.#failures = 0;
    return ASKING_GATHER_MS;
  }

  /** @returns `missing`: the topic is not as far as the packets that follow */
  #takeTopic(joined: JoinedTopic, answer: unknown): 'news' | 'quiet' | 'missing' {
    // It was left meanwhile, and maybe joined anew.
    if (!this.#topics.holds(joined)) return 'quiet';
    const good = topicAnswerSchema.safeParse(answer);
    if (good.success) {
      const hasNews = this.#topics.took(joined, good.data);
      this.#listener?.answered?.(joined.topic, good.data);
      return hasNews ? 'news' : 'quiet';
    }
    const refused = refusedSchema.safeParse(answer);
    if (!refused.success || refused.data.refusal.retry) return 'missing';
    this.#topics.leave(joined.topic);
    this.#listener?.received('revoked', { topic: joined.topic, refusal: refused.data.refusal });
    return 'news';
  }

  #takeAnswer(each: Waiting, answer: unknown): void {
    // There was no room for it.
    if (answer === null || !this.#waiting.includes(each)) return;
    this.#waiting = this.#waiting.filter((other) => other !== each);
    const good = topicAnswerSchema.safeParse(answer);
    const { topic } = each.payload;
    if (good.success && topic !== undefined) this.#topics.answered(each.event, topic, good.data);
    each.resolve(answer);
  }

  /** @returns whether anything has changed */
  #takePackets(packets: Asked['packets'], flight: Flight): boolean {
    let hasRows = false;
    for (const [event, payload] of packets) {
      // The one before could not be read, for one: the connection is opened anew.
      if (this.#flight !== flight) break;
      if (event === 'eras') continue;
      if (event === 'revoked') this.#topics.leave((payload as Revoked).topic);
      if (event === 'progress') this.#topics.reach(payload as Progress);
      else hasRows = true;
      this.#listener?.received(event, payload);
    }
    return hasRows;
  }

  /** Milliseconds until the next question. */
  #pause(hasNews: boolean): number {
    if (!this.#parts.isSeen()) {
      this.#unseenRounds += 1;
      return backOff(this.#unseenRounds, ASKING_HIDDEN_FIRST_MS, ASKING_HIDDEN_MAX_MS, this.#parts.random());
    }
    if (this.#heldFailures >= HELD_FAILURES_MAX) return ASKING_UNHELD_MS;
    return hasNews ? ASKING_SPACING_MS : ASKING_GATHER_MS;
  }

  // ---- no answer ----

  /** @returns milliseconds until the next question */
  #afterFailure(error: unknown, wasHeld: boolean): number {
    const refusal = error instanceof RequestRefused ? error.refusal : null;
    if (refusal?.code === 'RATE_LIMITED') return MS_PER_SECOND * Number(refusal.data.seconds ?? 1);
    if (refusal?.code === SESSION_CHANGED) return this.#sessionEnded();
    if (refusal?.code === PROTOCOL_CHANGED) {
      this.#lose();
      this.#listener?.outdated?.();
      return ASKING_OUTDATED_RETRY_MS;
    }
    // A proxy may end what takes long: that says nothing about the next question.
    if (wasHeld && this.#failures === 0) {
      this.#failures = 1;
      this.#heldFailures += 1;
      return ASKING_GATHER_MS;
    }
    this.#lose();
    return this.#later();
  }

  #sessionEnded(): number {
    this.#lose();
    this.#parts.closedByHub();
    return this.#later();
  }

  /** Milliseconds until the next question, longer with each that has failed. */
  #later(): number {
    this.#failures += 1;
    return backOff(this.#failures, ASKING_RETRY_FIRST_MS, ASKING_RETRY_MAX_MS, this.#parts.random());
  }

  /** The way is lost; it is tried again as if a page had opened. */
  #lose(): void {
    if (!this.#isOpen) return;
    this.#forget();
    this.#listener?.closed();
  }

  #forget(): void {
    this.#isOpen = false;
    this.#topics.clear();
    this.#unseenCommand = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(new Error(NO_CONNECTION));
  }
}
