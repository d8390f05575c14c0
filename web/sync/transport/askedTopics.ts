import { type AskedMessage, knownOf } from '#projections/sync/asking.ts';
import { laterPosition, START } from '#projections/sync/position.ts';
import type { Cursor, Freshness, Progress, TopicAnswer } from '#projections/sync/protocol.ts';

/** A topic that the page shows, as far as it has it. */
export interface JoinedTopic {
  readonly topic: string;
  cursor: Cursor;
  floor: string;
  /** See `AskedMessage.known`. */
  known: string | undefined;
}

/** The topics of a page that asks for them: each question names them all, with their cursors. */
export class AskedTopics {
  readonly #joined = new Map<string, JoinedTopic>();
  /** The present era of the log. */
  era = '';
  /** Position up to which everything was handed on: an answer by a hub that is behind would leave a gap. */
  #seen = START;

  all(): readonly JoinedTopic[] {
    return [...this.#joined.values()];
  }

  /** Whether this very topic is joined, not a later one of the same name. */
  holds(joined: JoinedTopic): boolean {
    return this.#joined.get(joined.topic) === joined;
  }

  /** @returns whether it was joined */
  leave(topic: string): boolean {
    return this.#joined.delete(topic);
  }

  clear(): void {
    this.#joined.clear();
    this.#seen = START;
  }

  /** The message that asks for what is new. @param notBefore position that the answer must not be older than */
  resume({ topic, cursor, floor, known }: JoinedTopic, notBefore: string): AskedMessage {
    const payload = { topic, since: cursor, floor, ...this.#fresh(notBefore) };
    return { event: 'subscribe', payload, ...(known !== undefined && { known }) };
  }

  /** A message of the page's own, whose answer must not be behind what was handed on. */
  asked(event: AskedMessage['event'], payload: Freshness): AskedMessage {
    return { event, payload: payload.notBefore >= this.#seen ? payload : { ...payload, ...this.#fresh(this.#seen) } };
  }

  #fresh(notBefore: string): Freshness {
    return { notBefore: laterPosition(notBefore, this.#seen), era: this.era };
  }

  /** A joined topic was read again. @returns whether that brought anything */
  took(joined: JoinedTopic, answer: TopicAnswer): boolean {
    const { position } = joined.cursor;
    joined.cursor = answer.cursor;
    joined.floor = answer.floor;
    if (answer.fresh) joined.known = knownOf(answer);
    return answer.documents.some((document) => document.position > position);
  }

  /** The page's own message was answered. */
  answered(event: AskedMessage['event'], topic: string, answer: TopicAnswer): void {
    const joined = this.#joined.get(topic);
    if (event === 'page' && joined !== undefined) joined.floor = answer.floor;
    if (event !== 'subscribe') return;
    const { cursor, floor } = answer;
    this.#joined.set(topic, { topic, cursor, floor, known: answer.fresh ? knownOf(answer) : undefined });
  }

  /** Every topic was answered, and all that came since was handed on: the next question goes on from there. */
  reach({ generation, position }: Progress): void {
    this.#seen = laterPosition(this.#seen, position);
    for (const joined of this.#joined.values()) {
      const { cursor } = joined;
      if (cursor.generation !== generation || cursor.position >= position) continue;
      joined.cursor = { generation, era: this.era, position };
    }
  }
}
