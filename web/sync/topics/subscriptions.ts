import type { Progress, Revoked, Rows, TopicAnswer } from '#projections/sync/protocol.ts';
import type { Collections } from '#projections/sync/window.ts';
import type { Display } from '../documents/display.ts';
import type { KnownTopics, Shown } from '../known/knownTopics.ts';
import type { Acknowledgements } from '../outbox/acknowledgements.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Clock } from '../transport/clock.ts';
import type { HubLink } from '../transport/hubLink.ts';
import type { LogProgress } from '../transport/logProgress.ts';
import { forgetTopic, type HeldTopic, hasMore, newHeldTopic } from './heldTopic.ts';
import { HeldTopics } from './heldTopics.ts';
import { LINGERING_TOPICS_MAX, TOPIC_LINGER_MS } from './limits.ts';
import { Needs } from './needs.ts';
import { Receiver } from './receiver.ts';
import { TopicAsker } from './topicAsker.ts';
import { Wanted } from './wanted.ts';

/** Dependencies of the subscriptions. */
export interface SubscriptionsParts {
  readonly link: HubLink;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly collections: Collections;
  readonly display: Display;
  readonly logProgress: LogProgress;
  readonly outbox: Outbox;
  readonly acknowledgements: Acknowledgements;
  /** The topic as this viewer saw it at an earlier visit; left out: nothing is kept. */
  readonly recall?: KnownTopics['recall'];
}

/** The held topics, from the first ask over every reconnect to the end, and the hub's packets about them. */
export class Subscriptions {
  readonly #parts: SubscriptionsParts;
  readonly #topics = new HeldTopics();
  readonly #wanted: Wanted;
  readonly #receiver: Receiver;
  readonly #asker: TopicAsker;
  readonly #needs: Needs;
  /** Whether it is known who reads. */
  #hasViewer = false;

  constructor(parts: SubscriptionsParts) {
    this.#parts = parts;
    const { documents } = parts.display;
    const topics = this.#topics;
    const wanted = new Wanted(parts.collections, documents);
    const receiver = new Receiver({ ...parts, topics, wanted });
    this.#wanted = wanted;
    this.#receiver = receiver;
    this.#asker = new TopicAsker({ ...parts, documents, topics, receiver });
    this.#needs = new Needs({ ...parts, documents, wanted, receiver });
  }

  // ---- what components ask for ----

  /** Holds a topic; the returned function ends that. */
  hold(name: string): () => void {
    const held = this.#topics.get(name) ?? this.#begin(name);
    held.holders += 1;
    held.cancelLinger();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      held.holders -= 1;
      if (held.holders === 0 && this.#topics.holds(held)) this.#linger(held);
    };
  }

  /** Begins a topic with an answer that came without a connection, as if the connection had been lost after it. */
  hydrate(name: string, answer: TopicAnswer): void {
    const known = this.#topics.get(name);
    if (known !== undefined && known.status !== 'loading') return;
    const held = known ?? newHeldTopic(name);
    if (known === undefined) this.#topics.put(held);
    this.#topics.isAnswered = true;
    this.#receiver.showState(held);
    held.status = 'stale';
    held.cursor = answer.cursor;
    held.floor = answer.floor;
    this.#asker.take(held, answer, null);
    this.#receiver.showState(held);
    if (held.holders === 0) this.#linger(held);
    void this.#asker.subscribe(held);
  }

  loadMore(name: string): void {
    const held = this.#topics.get(name);
    if (held === undefined || held.wantsMore || !hasMore(held)) return;
    held.wantsMore = true;
    this.#receiver.showState(held);
    void this.#asker.page(held);
  }

  /** Asks again at once after `refused` or `failed`. */
  retry(name: string): void {
    const held = this.#topics.get(name);
    if (held?.status === 'refused' || held?.status === 'failed') this.#asker.askAnew(held);
  }

  // ---- packets of the hub ----

  /**
   * A connection has opened: every topic is joined again from its cursor. Refused topics are asked for again: the right
   * may have come while there was no connection.
   */
  opened(): void {
    this.#topics.begin(true);
    for (const held of this.#topics.all()) void this.#asker.subscribe(held);
    this.#needs.opened();
    if (this.#parts.acknowledgements.unseen.length > 0) this.#needs.askProgress();
  }

  closed(): void {
    for (const held of this.#topics.all()) {
      held.cancelRetry();
      held.asks += 1;
      if (held.status !== 'live') continue;
      if (held.cursor !== null) {
        const mark = this.#parts.logProgress.mark(this.#topics.reachedBy(held));
        held.cursor = { generation: held.cursor.generation, ...mark };
      }
      held.status = 'stale';
      this.#receiver.showState(held);
    }
    this.#topics.begin(false);
    this.#needs.closed();
  }

  rows(rows: Rows): void {
    const changed = this.#receiver.rows(rows);
    this.#asker.retryRefused(changed);
    this.#needs.askSoon();
  }

  progress({ generation, position }: Progress): void {
    this.#receiver.beginGeneration(generation);
    this.#asker.renew();
    this.#receiver.progress(position);
  }

  /** A joined topic was read again from its cursor, where rows do not come by themselves. */
  answered(topic: string, answer: TopicAnswer): void {
    const held = this.#topics.get(topic);
    if (held?.status !== 'live') return;
    held.cursor = answer.cursor;
    held.floor = answer.floor;
    this.#asker.take(held, answer, null);
    this.#receiver.showState(held);
  }

  /** The hub has ended the subscription, because a right ended. */
  revoked({ topic, refusal }: Revoked): void {
    const held = this.#topics.get(topic);
    if (held === undefined) return;
    forgetTopic(held, 'refused', refusal);
    this.#receiver.showState(held);
  }

  /**
   * A command was acknowledged. @param isOwn whether in this tab: documents changed by another tab's command come on
   * this connection as well
   */
  acknowledged(isOwn: boolean): void {
    if (!isOwn) this.#needs.askProgress();
    // A topic that is asked for now keeps the prediction until it is answered.
    this.#asker.heedOutbox();
    this.#receiver.lift();
  }

  /** Commands were given, or have ended. */
  outboxChanged(): void {
    this.#asker.heedOutbox();
  }

  // ---- the whole of it ----

  /** Forgets everything received for any user. @param viewer the viewer from now on, `null`: a visitor */
  restart(viewer: string | null): void {
    this.#topics.viewer = viewer;
    this.#hasViewer = true;
    this.#wanted.clear();
    for (const held of this.#topics.all()) {
      forgetTopic(held, 'loading');
      this.#receiver.showState(held);
      void this.#recall(held);
    }
  }

  stop(): void {
    for (const held of this.#topics.all()) {
      held.cancelRetry();
      held.cancelLinger();
    }
    this.#topics.clear();
  }

  /** Order value at which each topic's window ends; `''`: at the topic's end, `null`: not answered yet. */
  floors(): Readonly<Record<string, string | null>> {
    return Object.fromEntries([...this.#topics.all()].map(({ name, floor }) => [name, floor]));
  }

  reachable(): ReadonlySet<string> {
    return this.#receiver.reachable();
  }

  #begin(name: string): HeldTopic {
    const held = newHeldTopic(name);
    this.#topics.put(held);
    this.#receiver.showState(held);
    void this.#asker.subscribe(held);
    void this.#recall(held);
    return held;
  }

  /**
   * A page that has got nothing from the site yet shows a topic as an earlier visit knew it, until the hub answers. That
   * counts for nothing else: the hub judges the cursor when it is asked, and documents of another generation do not mix.
   */
  async #recall(held: HeldTopic): Promise<void> {
    const { viewer } = this.#topics;
    const { recall, display } = this.#parts;
    if (recall === undefined || !this.#mayRecall(held)) return;
    const answer = await recall(viewer, held.name);
    if (answer === null || this.#topics.viewer !== viewer || !this.#mayRecall(held)) return;
    if (![null, answer.cursor.generation].includes(display.documents.generation)) return;
    this.#receiver.showState(held);
    Object.assign(held, { status: 'stale', cursor: answer.cursor, floor: answer.floor, isRecalled: true });
    this.#receiver.recalled(held, answer);
    this.#receiver.showState(held);
  }

  #mayRecall(held: HeldTopic): boolean {
    const { isOpen, isAnswered } = this.#topics;
    return this.#hasViewer && !isOpen && !isAnswered && this.#topics.holds(held) && held.status === 'loading';
  }

  /** Whether the log is still the one of the topics that are shown as an earlier visit knew them. */
  isRecalledProven(): boolean {
    const recalled = [...this.#topics.all()].filter(({ isRecalled }) => isRecalled);
    return recalled.every(({ cursor }) => cursor !== null && this.#parts.logProgress.isProven(cursor));
  }

  /** Each live topic, as an answer that brings again what it shows; and the names of those that are refused. */
  known(): Shown {
    const all = [...this.#topics.all()];
    const topics = all.flatMap((held) => {
      const { name, cursor, floor, status } = held;
      if (cursor === null || floor === null || status !== 'live') return [];
      const mark = this.#parts.logProgress.mark(this.#topics.reachedBy(held));
      const documents = this.#receiver.shownBy(held);
      const answer: TopicAnswer = {
        ok: true,
        cursor: { generation: cursor.generation, ...mark },
        fresh: false,
        documents,
        floor,
      };
      return [[name, answer] as const];
    });
    return {
      topics: Object.fromEntries(topics),
      refused: all.filter(({ status }) => status === 'refused').map(({ name }) => name),
    };
  }

  /** Keeps a topic live for a while after the last component left it. */
  #linger(held: HeldTopic): void {
    held.cancelLinger = this.#parts.clock.after(TOPIC_LINGER_MS, () => this.#drop(held));
    this.#topics.put(held);
    const lingering = [...this.#topics.all()].filter(({ holders }) => holders === 0);
    if (lingering.length > LINGERING_TOPICS_MAX && lingering[0] !== undefined) this.#drop(lingering[0]);
  }

  #drop(held: HeldTopic): void {
    held.cancelRetry();
    held.cancelLinger();
    held.asks += 1;
    this.#topics.remove(held);
    this.#receiver.drop(held);
    this.#parts.link.leave(held.name);
  }
}
