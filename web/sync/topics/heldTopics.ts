import { WINDOW_END } from '#projections/sync/window.ts';
import type { HeldWindow } from '../documents/garbage.ts';
import { type Complete, NOTHING_SEEN } from '../documents/windows.ts';
import type { HeldTopic } from './heldTopic.ts';

/** The held topics, in the order in which they were begun or left, and the position each has reached. */
export class HeldTopics {
  readonly #topics = new Map<string, HeldTopic>();
  /** User whose own documents come with the topics; `null`: a visitor. */
  viewer: string | null = null;
  /** Whether there is a connection. */
  isOpen = false;
  /** Whether this page has got anything from the site: then nothing of an earlier visit may stand beside it. */
  isAnswered = false;
  /** Highest position received on this connection, with everything before it. */
  #seen = NOTHING_SEEN;

  get(name: string): HeldTopic | undefined {
    return this.#topics.get(name);
  }

  all(): Iterable<HeldTopic> {
    return this.#topics.values();
  }

  /** Adds a topic, or moves it to the end. */
  put(held: HeldTopic): void {
    this.#topics.delete(held.name);
    this.#topics.set(held.name, held);
  }

  remove(held: HeldTopic): void {
    this.#topics.delete(held.name);
  }

  /** Whether this very topic is held, not a later one of the same name. */
  holds(held: HeldTopic): boolean {
    return this.#topics.get(held.name) === held;
  }

  /** Whether the hub may be asked for it now. */
  mayAsk(held: HeldTopic): boolean {
    return this.isOpen && this.holds(held);
  }

  clear(): void {
    this.#topics.clear();
  }

  /** A connection has begun or ended: no position was received on it yet. */
  begin(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.#seen = NOTHING_SEEN;
  }

  /** This position was received on this connection, and everything before it. */
  reached(position: string): void {
    if (position > this.#seen) this.#seen = position;
  }

  /**
   * Position up to which a topic was received. A live topic's cursor moves with the connection, because packets come in
   * order.
   */
  reachedBy(held: HeldTopic): string {
    const own = held.cursor?.position ?? NOTHING_SEEN;
    return held.status === 'live' && this.#seen > own ? this.#seen : own;
  }

  /** Up to where the window of a topic is complete. */
  completeTo(held: HeldTopic): Complete {
    return held.status === 'live' ? 'live' : (held.cursor?.position ?? NOTHING_SEEN);
  }

  /** Position up to which every topic is shown: predictions up to it end. */
  settled(): string {
    const reached = [...this.all()]
      .filter(({ status, awaitsOwnCommand }) => status !== 'refused' && status !== 'failed' && !awaitsOwnCommand)
      .map((held) => this.reachedBy(held))
      .sort();
    return reached[0] ?? this.#seen;
  }

  /** The held windows. While a page is on its way, its window already includes documents that rows brought. */
  windows(): readonly HeldWindow[] {
    return [...this.all()].flatMap(({ status, topic, floor, wantsMore }) =>
      status === 'refused' || topic === null ? [] : { topic, floor: wantsMore ? WINDOW_END : (floor ?? WINDOW_END) },
    );
  }
}
