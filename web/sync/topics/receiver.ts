import type { Rows, TopicAnswer, WireDocument } from '#projections/sync/protocol.ts';
import type { Collections } from '#projections/sync/window.ts';
import { takeAnswer } from '../documents/answers.ts';
import type { Display } from '../documents/display.ts';
import { takeDocuments } from '../documents/documents.ts';
import { reachable, sweep } from '../documents/garbage.ts';
import type { Acknowledgements } from '../outbox/acknowledgements.ts';
import type { LogProgress } from '../transport/logProgress.ts';
import { type HeldTopic, topicState } from './heldTopic.ts';
import type { HeldTopics } from './heldTopics.ts';
import { SWEEP_EVERY_DOCUMENTS } from './limits.ts';
import type { Wanted } from './wanted.ts';

/** Dependencies of the receiver. */
export interface ReceiverParts {
  readonly collections: Collections;
  readonly display: Display;
  readonly logProgress: LogProgress;
  readonly acknowledgements: Acknowledgements;
  readonly topics: HeldTopics;
  readonly wanted: Wanted;
}

/**
 * Takes answers and rows of the hub into the documents, ends the predictions they settle, and shows all of it at once.
 */
export class Receiver {
  readonly #parts: ReceiverParts;
  #takenSinceSweep = 0;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
  }

  /**
   * @param below order value that bounds the answer's part from above, `null`: all of it @returns identities that
   *   changed
   */
  answer(held: HeldTopic, answer: TopicAnswer, below: string | null): readonly string[] {
    const { collections, display, logProgress, topics, wanted } = this.#parts;
    const { generation, era, position } = answer.cursor;
    this.beginGeneration(generation);
    logProgress.reached(position, era);
    for (const document of answer.documents) logProgress.reached(document.position, era);
    const changed = takeAnswer(collections, display.documents, held.topic, answer, below);
    wanted.answered(answer);
    display.setReach(held.name, answer.floor, topics.completeTo(held), answer.documents);
    this.#show(changed, answer.documents.length);
    return changed;
  }

  /** Shows a topic as an earlier visit knew it; nothing of the log is known by that. */
  recalled(held: HeldTopic, answer: TopicAnswer): void {
    const { collections, display, topics } = this.#parts;
    this.beginGeneration(answer.cursor.generation);
    const changed = takeAnswer(collections, display.documents, held.topic, answer, null);
    display.setReach(held.name, answer.floor, topics.completeTo(held), answer.documents);
    this.#show(changed, answer.documents.length);
  }

  /** @returns identities of the documents that changed */
  rows(rows: Rows): readonly string[] {
    const { logProgress, topics, wanted } = this.#parts;
    logProgress.reached(rows.position);
    topics.reached(rows.position);
    const changed = this.documents([...rows.documents, ...rows.refs]);
    wanted.rows(rows, topics.viewer);
    return changed;
  }

  /** @returns identities of the documents that changed */
  documents(documents: readonly WireDocument[]): readonly string[] {
    const { display, logProgress } = this.#parts;
    // Documents that rows refer to may be newer than the rows.
    for (const { position } of documents) logProgress.reached(position);
    const changed = takeDocuments(display.documents, documents);
    this.#show(changed, documents.length);
    return changed;
  }

  /** Everything up to this position was received. */
  progress(position: string): void {
    this.#parts.logProgress.reached(position);
    this.#parts.topics.reached(position);
    this.lift();
  }

  beginGeneration(generation: string): void {
    const { documents } = this.#parts.display;
    if (generation !== documents.generation) documents.beginGeneration(generation);
  }

  /** Ends the predictions whose outcome has been received. */
  lift(): void {
    if (this.#settle()) this.#parts.display.show();
  }

  /** Shows the topic's present state. */
  showState(held: HeldTopic): void {
    const { display, topics } = this.#parts;
    display.showTopic(held.name, held.topic, topicState(held), topics.completeTo(held));
    if (held.status === 'refused') this.#sweep();
  }

  /** Removes a topic that is not held any more. */
  drop(held: HeldTopic): void {
    this.#parts.display.dropTopic(held.name);
    this.#sweep();
  }

  /** Identities of the documents that the held topics need; others may be swept at any time. */
  reachable(): ReadonlySet<string> {
    const { collections, display, topics } = this.#parts;
    return reachable(collections, display.documents, topics.windows(), topics.viewer);
  }

  /** The documents that a topic shows, and those that they refer to. */
  shownBy({ topic, floor }: HeldTopic): WireDocument[] {
    const { collections, display, topics } = this.#parts;
    if (topic === null || floor === null) return [];
    const ids = reachable(collections, display.documents, [{ topic, floor }], topics.viewer);
    return [...ids].flatMap((id) => {
      const held = display.documents.get(id);
      if (held === undefined || held.doc === null) return [];
      const { epoch: _epoch, ...document } = held;
      return [document];
    });
  }

  #show(changed: readonly string[], taken: number): void {
    this.#takenSinceSweep += taken;
    this.#settle();
    this.#parts.display.show(changed);
    if (this.#takenSinceSweep >= SWEEP_EVERY_DOCUMENTS) this.#sweep();
  }

  #settle(): boolean {
    return this.#parts.acknowledgements.settle(() => this.#parts.topics.settled());
  }

  #sweep(): void {
    this.#takenSinceSweep = 0;
    const { display, wanted } = this.#parts;
    const swept = sweep(display.documents, this.reachable());
    for (const id of swept) wanted.forget(id);
    display.show(swept);
  }
}
