import { measureJson } from '#domain/kernel/jsonLimits.ts';
import type { AnySignal } from '#projections/kernel/signal.ts';
import { type Signalled, signalSchema } from '#projections/sync/protocol.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import type { SignalRelay } from '../ports/signalRelay.ts';
import { type Allowance, openAllowance, takeAllowance } from './allowance.ts';
import type { Connection, Subscription } from './connection.ts';
import { SIGNAL_BACKLOG_MAX_PACKETS, SIGNALLERS_KEPT, SIGNALS_PER_USER } from './limits.ts';
import type { HubClock } from './ports.ts';
import type { Rooms } from './rooms.ts';
import type { SendQueue } from './sendQueue.ts';

/** The parts of the hub that signals need. */
export interface SignalParts {
  /** The signals of all nouns, by name. */
  readonly signals: Readonly<Record<string, AnySignal>>;
  /** The hubs of other processes; left out: there are none. */
  readonly relay?: SignalRelay | undefined;
  readonly clock: Pick<HubClock, 'now'>;
  readonly rooms: Rooms;
  readonly sendQueue: SendQueue;
}

/**
 * Passes signals on: from a connection that has joined a topic to the others that have, so nobody hears more than the topic
 * shows them (P8). The right to say it is asked each time. Nothing is kept.
 */
export class Signals {
  readonly #parts: SignalParts;
  readonly #users = new RecentMap<string, Allowance>(SIGNALLERS_KEPT);

  constructor(parts: SignalParts) {
    this.#parts = parts;
    parts.relay?.follow((signal) => this.#pass(signal));
  }

  /** Passes a client's signal on. @returns whether it was one that this client may send */
  take({ subscriptions, userId }: Connection, payload: unknown): boolean {
    if (userId === null || !measureJson(payload).withinLimits) return false;
    const said = signalSchema.safeParse(payload);
    if (!said.success) return false;
    const { topic, name, data } = said.data;
    const subscription = subscriptions.get(topic);
    const signal = Object.hasOwn(this.#parts.signals, name) ? this.#parts.signals[name] : undefined;
    if (subscription === undefined || signal === undefined || !isBehind(signal, topic)) return false;
    if (!signal.schema.safeParse(data).success || !maySend(signal, subscription)) return false;
    if (takeAllowance(this.#allowanceOf(userId), this.#parts.clock.now()) !== 0) return false;
    const passed = { topic, name, from: userId, data };
    this.#pass(passed);
    this.#parts.relay?.send(passed);
    return true;
  }

  /** Each of somebody's many pages has an allowance, and all of them have one together. */
  #allowanceOf(userId: string): Allowance {
    const known = this.#users.get(userId) ?? openAllowance(SIGNALS_PER_USER, this.#parts.clock.now());
    this.#users.set(userId, known);
    return known;
  }

  /** To all others who have joined the topic; not to those for whom so much waits that it would be over when it comes. */
  #pass(signal: Signalled): void {
    const { rooms, sendQueue } = this.#parts;
    const hearers = [...rooms.inTopic(signal.topic)]
      .map(({ connection }) => connection)
      .filter(
        ({ userId, transport }) => userId !== signal.from && transport.backlog().packets <= SIGNAL_BACKLOG_MAX_PACKETS,
      );
    sendQueue.send(hearers, 'signal', signal);
  }
}

function isBehind({ topic }: AnySignal, name: string): boolean {
  return name.startsWith(`${topic}:`);
}

function maySend(signal: AnySignal, { connection: { reader }, topic, gate }: Subscription): boolean {
  return reader !== null && topic.refuse(reader, gate) === null && signal.maySend(reader, gate);
}
