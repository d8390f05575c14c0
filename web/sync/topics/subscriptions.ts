import type { Freshness, Refusal, TopicAnswer } from '#projections/sync/protocol.ts';
import { ASK_TIMEOUT_MS, LINGERING_TOPICS_MAX, TOPIC_LINGER_MS } from '../limits.ts';
import type { Clock, Transport } from '../ports.ts';
import { forgetTopic, type HeldTopic, hasMore, newHeldTopic } from './heldTopic.ts';
import { TopicAsker } from './topicAsker.ts';

/** What the subscriptions need of the store around them; see `TopicAskerPorts`. */
export interface SubscriptionsPorts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly generation: () => string | null;
  readonly freshness: () => Freshness;
  readonly take: (held: HeldTopic, answer: TopicAnswer, below: string | null) => void;
  readonly tell: (held: HeldTopic) => void;
  readonly dropped: (held: HeldTopic) => void;
}

/** Before every position. */
const NOTHING_SEEN = '';

/** The topics that are held: from the first ask, over every reconnect, to the end. */
export class Subscriptions {
  readonly #ports: SubscriptionsPorts;
  readonly #asker: TopicAsker;
  /** In the order in which they were begun or left. */
  readonly #topics = new Map<string, HeldTopic>();
  #isOpen = false;
  /** Highest position received on this connection, with everything before it. */
  #seen = NOTHING_SEEN;

  constructor(ports: SubscriptionsPorts) {
    this.#ports = ports;
    this.#asker = new TopicAsker({ ...ports, mayAsk: (held) => this.#isOpen && this.#topics.get(held.name) === held });
  }

  /** Holds a topic until the answer is called. */
  hold(name: string): () => void {
    const held = this.#topics.get(name) ?? this.#begin(name);
    held.holders += 1;
    held.cancelLinger();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      held.holders -= 1;
      if (held.holders === 0 && this.#topics.get(name) === held) this.#linger(held);
    };
  }

  /** Begins a topic with an answer that came without a connection: it stands as after one that was lost. */
  prime(name: string, answer: TopicAnswer): void {
    const known = this.#topics.get(name);
    if (known !== undefined && known.status !== 'loading') return;
    const held = known ?? newHeldTopic(name);
    this.#topics.set(name, held);
    this.#ports.tell(held);
    held.status = 'stale';
    held.cursor = answer.cursor;
    held.floor = answer.floor;
    this.#ports.take(held, answer, null);
    this.#ports.tell(held);
    if (held.holders === 0) this.#linger(held);
    void this.#asker.subscribe(held);
  }

  loadMore(name: string): void {
    const held = this.#topics.get(name);
    if (held === undefined || held.wantsMore || !hasMore(held)) return;
    held.wantsMore = true;
    this.#ports.tell(held);
    void this.#asker.page(held);
  }

  /** Asks again at once after `refused` or `failed`. */
  retry(name: string): void {
    const held = this.#topics.get(name);
    if (held?.status === 'refused' || held?.status === 'failed') this.#askAnew(held);
  }

  /** Asks again for the topics that were refused: the viewer's rights have changed. */
  retryRefused(): void {
    for (const held of this.#topics.values()) if (held.status === 'refused') this.#askAnew(held);
  }

  all(): Iterable<HeldTopic> {
    return this.#topics.values();
  }

  /**
   * A connection has opened: every topic is joined again from its cursor. Also what was refused: it may be there by now,
   * or may be seen, and nobody was told while there was no connection.
   */
  opened(): void {
    this.#isOpen = true;
    this.#seen = NOTHING_SEEN;
    for (const held of this.#topics.values()) void this.#asker.subscribe(held);
  }

  closed(): void {
    for (const held of this.#topics.values()) {
      held.cancelRetry();
      held.asks += 1;
      if (held.status !== 'live') continue;
      if (held.cursor !== null) held.cursor = { ...held.cursor, position: this.#reachedBy(held) };
      held.status = 'stale';
      this.#ports.tell(held);
    }
    this.#isOpen = false;
    this.#seen = NOTHING_SEEN;
  }

  /** This position was received on this connection, and everything before it. */
  reached(position: string): void {
    if (position > this.#seen) this.#seen = position;
  }

  /** The read models are of another generation: what was told of an older one is asked for anew. */
  renew(): void {
    for (const held of this.#topics.values()) {
      if (held.status === 'refused' || held.cursor === null) continue;
      if (held.cursor.generation === this.#ports.generation()) continue;
      held.cursor = null;
      void this.#asker.subscribe(held);
    }
  }

  /** The hub has left the topic: a right ended. */
  revoked(name: string, refusal: Refusal): void {
    const held = this.#topics.get(name);
    if (held === undefined) return;
    forgetTopic(held, 'refused', refusal);
    this.#ports.tell(held);
  }

  /** Position up to which every topic is shown: by then predictions have come true, or not. */
  settled(): string {
    const reached = [...this.#topics.values()]
      .filter(({ status }) => status !== 'refused' && status !== 'failed')
      .map((held) => this.#reachedBy(held))
      .sort();
    return reached[0] ?? this.#seen;
  }

  /** Forgets everything that was told: another user. */
  reset(): void {
    for (const held of this.#topics.values()) {
      forgetTopic(held, 'loading');
      this.#ports.tell(held);
    }
  }

  stop(): void {
    for (const held of this.#topics.values()) {
      held.cancelRetry();
      held.cancelLinger();
    }
    this.#topics.clear();
  }

  #begin(name: string): HeldTopic {
    const held = newHeldTopic(name);
    this.#topics.set(name, held);
    this.#ports.tell(held);
    void this.#asker.subscribe(held);
    return held;
  }

  #askAnew(held: HeldTopic): void {
    forgetTopic(held, 'loading');
    this.#ports.tell(held);
    void this.#asker.subscribe(held);
  }

  /** A live topic's cursor moves with the connection: packets come in order. */
  #reachedBy(held: HeldTopic): string {
    const own = held.cursor?.position ?? NOTHING_SEEN;
    return held.status === 'live' && this.#seen > own ? this.#seen : own;
  }

  /** Keeps a topic live for a while after the last component left it. */
  #linger(held: HeldTopic): void {
    held.cancelLinger = this.#ports.clock.after(TOPIC_LINGER_MS, () => this.#drop(held));
    this.#topics.delete(held.name);
    this.#topics.set(held.name, held);
    const lingering = [...this.#topics.values()].filter(({ holders }) => holders === 0);
    if (lingering.length > LINGERING_TOPICS_MAX && lingering[0] !== undefined) this.#drop(lingering[0]);
  }

  #drop(held: HeldTopic): void {
    held.cancelRetry();
    held.cancelLinger();
    held.asks += 1;
    this.#topics.delete(held.name);
    this.#ports.dropped(held);
    if (!this.#isOpen) return;
    // Whether it arrives does not matter: what ends the request, a lost connection, ends the subscription too.
    this.#ports.transport.request('unsubscribe', { topic: held.name }, ASK_TIMEOUT_MS).catch(() => undefined);
  }
}
