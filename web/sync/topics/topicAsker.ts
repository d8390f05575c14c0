import { refId } from '#projections/kernel/collection.ts';
import type { Refusal, TopicAnswer } from '#projections/sync/protocol.ts';
import { rightRefs } from '#projections/viewer.ts';
import type { Documents } from '../documents/documents.ts';
import type { Acknowledgements } from '../outbox/acknowledgements.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { backOff } from '../transport/backOff.ts';
import type { Clock } from '../transport/clock.ts';
import type { HubLink } from '../transport/hubLink.ts';
import { ASK_RETRY_FIRST_MS, ASK_RETRY_MAX_MS, TRIES_BEFORE_FAILED } from '../transport/limits.ts';
import { forgetTopic, type HeldTopic, hasMore } from './heldTopic.ts';
import type { HeldTopics } from './heldTopics.ts';
import type { Receiver } from './receiver.ts';

/** Dependencies of asking. */
export interface TopicAskerParts {
  readonly link: HubLink;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly documents: Documents;
  readonly outbox: Outbox;
  readonly acknowledgements: Acknowledgements;
  readonly topics: HeldTopics;
  readonly receiver: Receiver;
}

/** Asks the hub for topics and pages, until it answers. */
export class TopicAsker {
  readonly #parts: TopicAskerParts;

  constructor(parts: TopicAskerParts) {
    this.#parts = parts;
  }

  /** Joins the topic: resumes from its cursor if the hub can, else takes its whole window. */
  async subscribe(held: HeldTopic): Promise<void> {
    const { topics, documents, receiver } = this.#parts;
    if (!topics.mayAsk(held)) return;
    held.asks += 1;
    const since = held.cursor?.generation === documents.generation ? held.cursor : null;
    const question = { topic: held.name, since, floor: held.floor };
    const answer = await this.#ask(held, 'subscribe', question, () => this.subscribe(held));
    if (answer === null) return;
    const wasRefused = held.status === 'refused';
    this.#parts.topics.isAnswered = true;
    held.status = 'live';
    held.awaitsOwnCommand = false;
    held.refusal = null;
    held.cursor = answer.cursor;
    held.floor = answer.floor;
    held.isRecalled = false;
    // Its window begins with the answer that follows.
    if (wasRefused) receiver.showState(held);
    this.take(held, answer, null);
    receiver.showState(held);
    if (held.wantsMore) await this.page(held);
  }

  /** Fetches the next page of a live topic. */
  async page(held: HeldTopic): Promise<void> {
    if (!this.#parts.topics.mayAsk(held) || held.status !== 'live') return;
    if (hasMore(held)) {
      const below = held.floor;
      const answer = await this.#ask(held, 'page', { topic: held.name, floor: below }, () => this.page(held));
      if (answer === null) return;
      held.floor = answer.floor;
      this.take(held, answer, below);
    }
    held.wantsMore = false;
    this.#parts.receiver.showState(held);
  }

  /** Takes an answer, and asks again for the topics that it makes outdated. */
  take(held: HeldTopic, answer: TopicAnswer, below: string | null): void {
    const changed = this.#parts.receiver.answer(held, answer, below);
    this.renew();
    this.retryRefused(changed);
  }

  /** Topics received from an older generation of the read models are asked for again. */
  renew(): void {
    const { topics, documents } = this.#parts;
    for (const held of topics.all()) {
      if (held.status === 'refused' || held.cursor === null) continue;
      if (held.cursor.generation === documents.generation) continue;
      held.cursor = null;
      void this.subscribe(held);
    }
  }

  /** If the viewer's rights are among the changes, refused topics are asked for again. */
  retryRefused(changed: readonly string[]): void {
    const { viewer } = this.#parts.topics;
    const rights = new Set(rightRefs(viewer).map(refId));
    if (!changed.some((id) => rights.has(id))) return;
    for (const held of this.#parts.topics.all()) if (held.status === 'refused') this.askAnew(held);
  }

  /** Asks again for the topics that waited for an own command, once the command has ended either way. */
  heedOutbox(): void {
    for (const held of this.#parts.topics.all()) {
      if (held.awaitsOwnCommand && !this.#isToMake(held)) this.askAnew(held);
    }
  }

  /** Forgets a topic's answer, and asks for it again. */
  askAnew(held: HeldTopic): void {
    forgetTopic(held, 'loading');
    this.#parts.receiver.showState(held);
    void this.subscribe(held);
  }

  /** A good answer that is still wanted; otherwise `null`, with the consequence already under way. */
  async #ask(
    held: HeldTopic,
    event: 'subscribe' | 'page',
    question: object,
    again: () => Promise<void>,
  ): Promise<TopicAnswer | null> {
    held.cancelRetry();
    const { link, topics, receiver, acknowledgements } = this.#parts;
    const { asks, floor } = held;
    const wasToMake = this.#isToMake(held);
    const answer = await link.topic(event, { ...question, ...acknowledgements.freshness });
    const isOverdue = held.asks !== asks || held.floor !== floor || !topics.mayAsk(held);
    if (isOverdue) return null;
    if (answer !== null && 'cursor' in answer) {
      held.failures = 0;
      return answer;
    }
    if (answer !== null && !answer.retry && wasToMake) {
      forgetTopic(held, 'loading');
      held.awaitsOwnCommand = true;
      // The command may have ended while the question was on its way.
      this.heedOutbox();
    } else if (answer !== null && !answer.retry) {
      forgetTopic(held, 'refused', answer);
      receiver.showState(held);
    } else {
      this.#askLater(held, answer, again);
    }
    return null;
  }

  /** Whether a command in the outbox has yet to create the topic's target, which the server cannot know. */
  #isToMake({ topic }: HeldTopic): boolean {
    return topic?.gate != null && this.#parts.outbox.isToMake(topic.gate.key);
  }

  #askLater(held: HeldTopic, refusal: Refusal | null, again: () => Promise<void>): void {
    held.failures += 1;
    if (held.failures >= TRIES_BEFORE_FAILED && held.status === 'loading') {
      held.status = 'failed';
      held.refusal = refusal;
      this.#parts.receiver.showState(held);
    }
    const wait = backOff(held.failures, ASK_RETRY_FIRST_MS, ASK_RETRY_MAX_MS, this.#parts.random());
    held.cancelRetry = this.#parts.clock.after(wait, () => void again());
  }
}
