import {
  type Freshness,
  type Refusal,
  refusedSchema,
  type TopicAnswer,
  topicAnswerSchema,
} from '#projections/sync/protocol.ts';
import { ASK_RETRY_FIRST_MS, ASK_RETRY_MAX_MS, ASK_TIMEOUT_MS, TRIES_BEFORE_FAILED } from '../limits.ts';
import type { Clock, Transport } from '../ports.ts';
import { backOff } from '../transport/backOff.ts';
import { forgetTopic, type HeldTopic, hasMore } from './heldTopic.ts';

/** What asking needs of the store around it. */
export interface TopicAskerPorts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  /** Whether there is a connection, and this topic is still held. */
  readonly mayAsk: (held: HeldTopic) => boolean;
  /** Generation of what is held. */
  readonly generation: () => string | null;
  /** Answers must not be older than this: the last acknowledgement. */
  readonly freshness: () => Freshness;
  /** Takes in an answer: of the part of the window below `below`, `null` for all of it. */
  readonly take: (held: HeldTopic, answer: TopicAnswer, below: string | null) => void;
  /** The topic's state has changed. */
  readonly tell: (held: HeldTopic) => void;
}

/** Asks the hub for topics and pages until it answers. */
export class TopicAsker {
  readonly #ports: TopicAskerPorts;

  constructor(ports: TopicAskerPorts) {
    this.#ports = ports;
  }

  /** Joins the topic: from its cursor if the hub can go on there, else its whole window. */
  async subscribe(held: HeldTopic): Promise<void> {
    const { generation, freshness, take, tell } = this.#ports;
    if (!this.#ports.mayAsk(held)) return;
    held.asks += 1;
    const since = held.cursor?.generation === generation() ? held.cursor : null;
    const message = { topic: held.name, since, floor: held.floor, ...freshness() };
    const answer = await this.#ask(held, 'subscribe', message, () => this.subscribe(held));
    if (answer === null) return;
    const wasRefused = held.status === 'refused';
    held.status = 'live';
    held.refusal = null;
    held.cursor = answer.cursor;
    held.floor = answer.floor;
    // Its window begins with what is taken.
    if (wasRefused) tell(held);
    take(held, answer, null);
    tell(held);
    if (held.wantsMore) await this.page(held);
  }

  /** Brings the next page of a live topic. */
  async page(held: HeldTopic): Promise<void> {
    if (!this.#ports.mayAsk(held) || held.status !== 'live') return;
    if (hasMore(held)) {
      const below = held.floor;
      const message = { topic: held.name, floor: below, ...this.#ports.freshness() };
      const answer = await this.#ask(held, 'page', message, () => this.page(held));
      if (answer === null) return;
      held.floor = answer.floor;
      this.#ports.take(held, answer, below);
    }
    held.wantsMore = false;
    this.#ports.tell(held);
  }

  /** A good answer that is still wanted; otherwise `null`, and what follows has been set going. */
  async #ask(
    held: HeldTopic,
    event: 'subscribe' | 'page',
    message: unknown,
    again: () => Promise<void>,
  ): Promise<TopicAnswer | null> {
    held.cancelRetry();
    const { asks, floor } = held;
    const answer = await this.#request(event, message);
    const isOverdue = held.asks !== asks || held.floor !== floor || !this.#ports.mayAsk(held);
    if (isOverdue) return null;
    if (answer !== null && 'cursor' in answer) {
      held.failures = 0;
      return answer;
    }
    if (answer !== null && !answer.retry) {
      forgetTopic(held, 'refused', answer);
      this.#ports.tell(held);
    } else {
      this.#askLater(held, answer, again);
    }
    return null;
  }

  /** The hub's answer, `null` when there was none or none that can be read. */
  async #request(event: 'subscribe' | 'page', message: unknown): Promise<TopicAnswer | Refusal | null> {
    try {
      const answer = await this.#ports.transport.request(event, message, ASK_TIMEOUT_MS);
      const good = topicAnswerSchema.safeParse(answer);
      if (good.success) return good.data;
      const refused = refusedSchema.safeParse(answer);
      return refused.success ? refused.data.refusal : null;
    } catch {
      return null;
    }
  }

  #askLater(held: HeldTopic, refusal: Refusal | null, again: () => Promise<void>): void {
    held.failures += 1;
    if (held.failures >= TRIES_BEFORE_FAILED && held.status === 'loading') {
      held.status = 'failed';
      held.refusal = refusal;
      this.#ports.tell(held);
    }
    const wait = backOff(held.failures, ASK_RETRY_FIRST_MS, ASK_RETRY_MAX_MS, this.#ports.random());
    held.cancelRetry = this.#ports.clock.after(wait, () => void again());
  }
}
