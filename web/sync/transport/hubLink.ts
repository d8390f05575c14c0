import type * as z from 'zod/mini';
import {
  type CommandAnswer,
  commandAnswerSchema,
  erasSchema,
  type Freshness,
  type LogEra,
  type NeedAnswer,
  needAnswerSchema,
  type Progress,
  progressSchema,
  type Refusal,
  type Revoked,
  type Rows,
  refusedSchema,
  revokedSchema,
  rowsSchema,
  type Signalled,
  signalledSchema,
  type TopicAnswer,
  topicAnswerSchema,
} from '#projections/sync/protocol.ts';
import { backOff } from './backOff.ts';
import type { Clock } from './clock.ts';
import {
  ASK_TIMEOUT_MS,
  COMMAND_TIMEOUT_MS,
  DOUBT_AFTER_MS,
  LOOK_FIRST_MS,
  LOOK_MAX_MS,
  UNREADABLE_FORGOTTEN_MS,
  UNREADABLE_RETRY_FIRST_MS,
  UNREADABLE_RETRY_MAX_MS,
} from './limits.ts';
import type { ClientEvent, HubEvent, Transport, Way } from './transport.ts';

/** `reconnecting`: the connection was lost and is tried again · `offline`: the browser has no network. */
export type Connection = 'connecting' | 'online' | 'reconnecting' | 'offline';

/** Events that the link reports to its owner. */
export interface LinkEvents {
  /** The connection is open; these are the eras of its log. Every other event comes later. */
  opened(eras: readonly LogEra[]): void;
  /** The connection is open as before; these are the eras of its log now. */
  erasBegan(eras: readonly LogEra[]): void;
  closed(): void;
  rows(rows: Rows): void;
  progress(progress: Progress): void;
  revoked(revoked: Revoked): void;
  /** Somebody who has a topic of this page open says this now. */
  signalled(signalled: Signalled): void;
  /** A topic that is joined was read again from its cursor. */
  answered(topic: string, answer: TopicAnswer): void;
  /** How the connection that opens next brings changes. */
  way(way: Way): void;
  /** The hub runs a newer release: it refuses this page, or sends packets that this page cannot read. */
  outdated(): void;
  /** An open connection did not answer a look, though nothing had said that it is dead: others of this page may be, too. */
  died(): void;
  /** The state of the connection changed. */
  connection(connection: Connection): void;
}

/** An answer, a refusal, or `null`: no answer, or an unreadable one. */
type Answer<T> = T | Refusal | null;

/** A topic that no page joins: leaving it changes nothing, and is answered at once. */
const NO_TOPIC = 'none';

/** Dependencies of the link. */
export interface HubLinkParts {
  readonly transport: Transport;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Whether somebody can see the page; left out by programs. A page in the background doubts nothing. */
  readonly isSeen?: (() => boolean) | undefined;
}

/** The hub as this page sees it: typed questions and answers, and checked packets. */
export class HubLink {
  readonly #parts: HubLinkParts;
  #user: string | null = null;
  #events: LinkEvents | null = null;
  #isOpen = false;
  #wasOpen = false;
  #hasNetwork = true;
  /** Counts the connections that were opened. */
  #opening = 0;
  /** Milliseconds of silence that the next look allows; the look that goes on. */
  #look = { milliseconds: LOOK_FIRST_MS, isGoingOn: false, reconnectedAt: Number.NEGATIVE_INFINITY };
  /** Consecutive unreadable packets, and the time of the last one. */
  #unreadable = { count: 0, at: 0 };

  constructor(parts: HubLinkParts) {
    this.#parts = parts;
  }

  start(events: LinkEvents): void {
    this.#events = events;
    this.#parts.transport.start({
      user: () => this.#user,
      closed: () => this.#closed(),
      received: (event, payload) => this.#received(event, payload),
      answered: (topic, answer) => events.answered(topic, answer),
      way: (way) => events.way(way),
      outdated: () => events.outdated(),
    });
  }

  stop(): void {
    this.#parts.transport.stop();
    this.#closed();
  }

  /** Connects again as this user, `null`: a visitor. */
  connectAs(userId: string | null): void {
    this.#user = userId;
    this.#parts.transport.reconnect();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * The browser notices the network's loss and return at once, while the socket may hang for a while: it does not wait
   * for the socket. A browser may be wrong, too: a hub that answers a look is reachable.
   */
  setNetwork(isUp: boolean): void {
    const cameBack = isUp && !this.#hasNetwork;
    this.#hasNetwork = isUp;
    this.#reportConnection();
    // One that broke meanwhile waits for its next try, longer with each.
    if (cameBack && this.#wasOpen) this.#reconnect();
    if (!isUp && this.#isOpen) this.#lookAtIt();
  }

  /**
   * There is reason to think that the connection is dead and says nothing: the device slept, changed its network, or an
   * answer is late. Asks the hub, and opens another connection if nothing comes; one that is being opened begins anew.
   * Several reasons at once make one look.
   *
   * @param how.leavesTrying one that is being opened has its own time: silence elsewhere says nothing about it
   */
  doubt({ leavesTrying = false } = {}): void {
    const { clock, isSeen } = this.#parts;
    if (!this.#hasNetwork || isSeen?.() === false) return;
    if (this.#isOpen) {
      this.#lookAtIt();
      return;
    }
    const isTrying = clock.now() - this.#look.reconnectedAt < LOOK_FIRST_MS;
    if (this.#wasOpen && !isTrying && !leavesTrying) this.#reconnect();
  }

  #lookAtIt(): void {
    if (this.#look.isGoingOn) return;
    const opening = this.#opening;
    const { milliseconds } = this.#look;
    this.#look.isGoingOn = true;
    void this.#parts.transport
      .request('unsubscribe', { topic: NO_TOPIC }, milliseconds)
      .then(
        () => {
          this.#look.milliseconds = LOOK_FIRST_MS;
          if (this.#isOpen && opening === this.#opening) this.#heard();
        },
        () => {
          if (!this.#isOpen || opening !== this.#opening) return;
          this.#look.milliseconds = Math.min(2 * milliseconds, LOOK_MAX_MS);
          this.#reconnect();
          this.#events?.died();
        },
      )
      .finally(() => {
        this.#look.isGoingOn = false;
      });
  }

  #reconnect(): void {
    this.#look.reconnectedAt = this.#parts.clock.now();
    this.#parts.transport.reconnect();
  }

  /** Joins a topic, or asks for a page of it. */
  topic(event: 'subscribe' | 'page', question: Freshness & Record<string, unknown>): Promise<Answer<TopicAnswer>> {
    return this.#ask(event, question, topicAnswerSchema, ASK_TIMEOUT_MS);
  }

  /** Leaves a topic. The message may be lost: a lost connection ends the subscription as well. */
  leave(topic: string): void {
    if (this.#isOpen) this.#parts.transport.request('unsubscribe', { topic }, ASK_TIMEOUT_MS).catch(() => undefined);
  }

  /** Says something that is true for a moment. It may be lost. @returns whether there was a connection for it */
  signal(signal: Pick<Signalled, 'topic' | 'name' | 'data'>): boolean {
    if (this.#isOpen) this.#parts.transport.signal?.(signal);
    return this.#isOpen;
  }

  need(question: Freshness & Record<string, unknown>): Promise<Answer<NeedAnswer>> {
    return this.#ask('need', question, needAnswerSchema, ASK_TIMEOUT_MS);
  }

  command(envelope: object): Promise<Answer<CommandAnswer>> {
    return this.#ask('command', envelope, commandAnswerSchema, COMMAND_TIMEOUT_MS);
  }

  async #ask<T>(event: ClientEvent, question: object, schema: z.ZodMiniType<T>, patience: number): Promise<Answer<T>> {
    let answer: unknown;
    const stopDoubt = this.#parts.clock.after(DOUBT_AFTER_MS, () => this.doubt());
    try {
      answer = await this.#parts.transport.request(event, question, patience);
    } catch {
      return null;
    } finally {
      stopDoubt();
    }
    const good = schema.safeParse(answer);
    if (good.success) return good.data;
    const refused = refusedSchema.safeParse(answer);
    if (refused.success) return refused.data.refusal;
    // The caller asks again, with growing pauses.
    this.#events?.outdated();
    return null;
  }

  #closed(): void {
    this.#isOpen = false;
    this.#events?.closed();
    this.#reportConnection();
  }

  #received(event: HubEvent, payload: unknown): void {
    this.#heard();
    if (!this.#isRead(event, payload)) this.#giveUp();
  }

  /** A hub that answers is reachable, even if the browser reports no network: a server on this machine needs none. */
  #heard(): void {
    if (this.#hasNetwork) return;
    this.#hasNetwork = true;
    this.#reportConnection();
  }

  /** An unreadable packet makes later ones unreliable: all of it is sent again on a later connection. */
  #giveUp(): void {
    const { transport, clock, random } = this.#parts;
    const isNew = clock.now() - this.#unreadable.at > UNREADABLE_FORGOTTEN_MS;
    this.#unreadable = { count: isNew ? 1 : this.#unreadable.count + 1, at: clock.now() };
    const { count } = this.#unreadable;
    transport.reconnect(backOff(count, UNREADABLE_RETRY_FIRST_MS, UNREADABLE_RETRY_MAX_MS, random()));
    this.#events?.outdated();
  }

  /** Passes a packet to its handler. @returns whether it could be read */
  #isRead(event: HubEvent, payload: unknown): boolean {
    const events = this.#events;
    if (events === null) return true;
    if (event === 'eras') return hand(erasSchema, payload, ({ eras }) => this.#opened(eras));
    if (event === 'rows') return hand(rowsSchema, payload, (rows) => events.rows(rows));
    if (event === 'progress') return hand(progressSchema, payload, (progress) => events.progress(progress));
    if (event === 'signal') return hand(signalledSchema, payload, (signalled) => events.signalled(signalled));
    return hand(revokedSchema, payload, (revoked) => events.revoked(revoked));
  }

  #opened(eras: readonly LogEra[]): void {
    if (this.#isOpen) {
      this.#events?.erasBegan(eras);
      return;
    }
    this.#isOpen = true;
    this.#wasOpen = true;
    this.#opening += 1;
    this.#hasNetwork = true;
    this.#reportConnection();
    this.#events?.opened(eras);
  }

  #reportConnection(): void {
    const open = this.#isOpen ? 'online' : this.#wasOpen ? 'reconnecting' : 'connecting';
    this.#events?.connection(this.#hasNetwork ? open : 'offline');
  }
}

/** @returns whether the payload is of that form */
function hand<T>(schema: z.ZodMiniType<T>, payload: unknown, on: (packet: T) => void): boolean {
  const good = schema.safeParse(payload);
  if (good.success) on(good.data);
  return good.success;
}
