import { rejection } from '#domain/kernel/rejection.ts';
import { refId, type Versioned } from '#projections/kernel/collection.ts';
import { laterPosition } from '#projections/sync/position.ts';
import type { Cursor, Refused, TopicAnswer } from '#projections/sync/protocol.ts';
import { type Collections, reach, viewerRefsOf } from '#projections/sync/window.ts';
import { rightRefs, withRight } from '#projections/viewer.ts';
import { edgeRefusal, refusalOf } from '../kernel/refusal.ts';
import { readRights } from '../read/rights.ts';
import { createSharedReads } from '../read/sharedReads.ts';
import { readTopic, refused, type TopicRead, type TopicSource } from '../read/snapshot.ts';
import { topicAnswer } from '../read/topicAnswer.ts';
import { catchUp, complete } from './catchUp.ts';
import type { Connection, Subscription } from './connection.ts';
import { READ_ATTEMPTS } from './limits.ts';
import type { HubOptions } from './ports.ts';
import type { RecentRows } from './recentRows.ts';
import type { Rooms } from './rooms.ts';

/** A reader's request: a topic from its cursor, or the next page of a joined topic. */
export interface JoinQuestion {
  readonly name: string;
  readonly since: Cursor | null;
  readonly floor: string | null;
  readonly below: string | null;
}

/** The hub's view of the reader who asks. */
export interface Asker {
  /** Whether the connection is open and this is its latest request for the topic. */
  readonly isWanted: () => boolean;
  /** Position up to which rows are published, and the generation they are of, read at the moment of joining. */
  readonly published: () => string;
  readonly generation: () => string;
  /** Waits for the turn to make the answer (`pace.ts`). */
  readonly ready: () => Promise<void>;
}

/** The reader asks again. */
const NOT_NOW = refused(edgeRefusal('UNAVAILABLE'));

/** Reads topics and joins readers to them, so that no row is published between the read and the joining. */
export class Joiner {
  readonly #options: HubOptions;
  readonly #source: TopicSource;
  readonly #rooms: Rooms;
  readonly #recent: RecentRows;

  constructor(options: HubOptions, rooms: Rooms, recent: RecentRows) {
    this.#options = options;
    this.#source = { ...options, share: createSharedReads(options.clock.soon) };
    this.#rooms = rooms;
    this.#recent = recent;
  }

  /**
   * Answers a request, and joins the reader to the answer's documents.
   *
   * @param asker the reader who waits for the answer
   */
  async join(
    connection: Connection,
    question: JoinQuestion,
    { isWanted, published, generation, ready }: Asker,
  ): Promise<TopicAnswer | Refused> {
    const { collections, store } = this.#options;
    const { userId } = connection;
    const newestOf = (id: string) => this.#recent.newest(id);
    let read: TopicRead | null = null;
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt += 1) {
      if (read === null) {
        const answer: TopicRead | Refused = await readTopic(this.#source, question, userId);
        if ('ok' in answer) return answer;
        read = answer;
      }
      await ready();
      // No `await` from here to the return, not even of a settled promise: a row published in between would be neither
      // in the answer nor sent.
      if (!this.#recent.covers(read.position) || read.generation !== generation()) {
        read = null;
        continue;
      }
      const rows = this.#recent.since(read.position);
      const caughtUp = catchUp(collections, question.name, read, question.below, rows, newestOf, userId);
      if ('read' in caughtUp) {
        return isWanted() ? this.#enter(connection, question, caughtUp.read, published()) : NOT_NOW;
      }
      // These documents may be newer than the rights that were checked, so the rights are checked again.
      const completed = await complete(store, read, caughtUp.lacks);
      const rights = await readRights(store, read.topic, userId);
      if (rights.refusal !== null) return refused(refusalOf(rejection(rights.refusal)));
      read = { ...completed, rights };
    }
    return NOT_NOW;
  }

  /** Joins the reader to a topic that is read up to the published position, and makes the answer. */
  #enter(connection: Connection, question: JoinQuestion, read: TopicRead, published: string): TopicAnswer | Refused {
    const { collections, eras } = this.#options;
    const refusal = this.#admit(connection, read);
    if (refusal !== null) return refusal;
    const subscription = this.#subscription(connection, question, read);
    if (subscription === null) return NOT_NOW;
    for (const [root, ids] of read.window.reaches()) {
      this.#rooms.hold(subscription, root, withOwn(collections, read.window.documents, root, ids, connection.userId));
    }
    const position = laterPosition(read.position, published);
    return topicAnswer(collections, read.window, {
      ...read,
      era: eras.present(),
      position,
      userId: connection.userId,
    });
  }

  /** Checks the rights again, as last published, and sets the connection's reader. */
  #admit(connection: Connection, { topic, rights, position }: TopicRead): Refused | null {
    const published = (id: string) => {
      const newest = this.#recent.newest(id);
      return newest !== undefined && newest.position >= position ? newest : undefined;
    };
    const news = rightRefs(connection.userId).flatMap((ref) => published(refId(ref)) ?? []);
    const reader = news.reduce(withRight, rights.reader);
    const publishedGate = topic.gate === null ? undefined : published(refId(topic.gate));
    const refusal = topic.refuse(reader, publishedGate === undefined ? rights.gate : publishedGate.doc);
    connection.reader = reader;
    return refusal === null ? null : refused(refusalOf(rejection(refusal)));
  }

  /** The subscription that the answer belongs to; `null`: a page of a topic that was not joined. */
  #subscription(connection: Connection, question: JoinQuestion, read: TopicRead): Subscription | null {
    const joined = connection.subscriptions.get(question.name);
    if (question.below !== null) {
      if (joined !== undefined && read.window.floor < joined.floor) joined.floor = read.window.floor;
      return joined ?? null;
    }
    if (joined !== undefined) this.#rooms.drop(joined);
    const subscription: Subscription = {
      connection,
      name: question.name,
      topic: read.topic,
      floor: read.window.floor,
      gate: this.#gateOf(read),
      held: new Map(),
    };
    this.#rooms.join(subscription);
    return subscription;
  }

  #gateOf({ topic, rights, position }: TopicRead): unknown {
    const published = topic.gate === null ? undefined : this.#recent.newest(refId(topic.gate));
    return published !== undefined && published.position >= position ? published.doc : rights.gate;
  }
}

/** A reach, and what the reader's own documents about its root refer to, if anything: it is followed, too. */
function withOwn(
  collections: Collections,
  documents: ReadonlyMap<string, Versioned>,
  root: string,
  ids: ReadonlySet<string>,
  userId: string | null,
): ReadonlySet<string> {
  const document = documents.get(root);
  if (userId === null || document === undefined) return ids;
  const own = viewerRefsOf(collections, document.collection, document.doc, userId);
  const more = reach(collections, own, (id) => documents.get(id)?.doc);
  return more.size > own.length ? new Set([...ids, ...more.keys()]) : ids;
}
