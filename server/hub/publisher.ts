import { rejection } from '#domain/kernel/rejection.ts';
import { isSameMark, readFeed } from '#projections/engine/feed.ts';
import type { FeedPage, FeedRow } from '#projections/engine/readStore.ts';
import { refId, type Versioned } from '#projections/kernel/collection.ts';
import { erasedAmong, withoutErased } from '#projections/kernel/erasure.ts';
import { refsOf } from '#projections/sync/window.ts';
import { rightOf, withRight } from '#projections/viewer.ts';
import { refusalOf } from '../kernel/refusal.ts';
import type { Connection, Subscription } from './connection.ts';
import { packetsOf } from './fanOut.ts';
import type { HubOptions } from './ports.ts';
import type { RecentRows } from './recentRows.ts';
import type { Rooms } from './rooms.ts';
import type { SendQueue } from './sendQueue.ts';

/** Rows with the documents that theirs refer to. */
export interface Prepared extends FeedPage {
  readonly refs: ReadonlyMap<string, Versioned>;
  /** Identities of referred documents that do not exist and never have. */
  readonly absent: ReadonlySet<string>;
}

/** Publishes commits of the projector: ended rights first, then rows, event by event. */
export class Publisher {
  readonly #options: HubOptions;
  readonly #rooms: Rooms;
  readonly #recent: RecentRows;
  readonly #sendQueue: SendQueue;

  constructor(options: HubOptions, rooms: Rooms, recent: RecentRows, post: SendQueue) {
    this.#options = options;
    this.#rooms = rooms;
    this.#recent = recent;
    this.#sendQueue = post;
  }

  /**
   * Decrypts the rows and reads the documents that theirs refer to, so that `publish` need not wait. A document that is
   * read may be newer than the rows. Then all rows up to it are published together, so that nobody gets it by a right
   * that has ended before it (P8). `null`: the feed does not reach back that far.
   */
  async prepare(undelivered: FeedPage): Promise<Prepared | null> {
    const refs = new Map<string, Versioned>();
    const absent = new Set<string>();
    let { end } = undelivered;
    let rows = await this.#options.store.open(undelivered.rows);
    for (;;) {
      await this.#readRefs(rows, refs, absent);
      if ([...refs.values()].every(({ position }) => position <= end.position)) return { rows, end, refs, absent };
      const more = await readFeed(this.#options.store, end);
      if (more === null) return null;
      if (isSameMark(more.end, end)) return { rows, end, refs, absent };
      rows = [...rows, ...more.rows];
      end = more.end;
    }
  }

  /**
   * Reads the documents that the rows' documents refer to, unless they are recent: into `refs`, or `absent` if they do
   * not exist.
   */
  async #readRefs(rows: readonly FeedRow[], refs: Map<string, Versioned>, absent: Set<string>): Promise<void> {
    const { store, collections } = this.#options;
    const own = new Map<string, Versioned>(rows.map((row) => [refId(row), row]));
    const knownOf = (id: string) => own.get(id) ?? refs.get(id) ?? this.#recent.newest(id);
    const asked = new Set<string>();
    let latest: readonly Versioned[] = rows;
    while (latest.length > 0) {
      const wanted = latest
        .flatMap(({ collection, doc }) => refsOf(collections, collection, doc))
        .filter((ref) => !asked.has(refId(ref)) && asked.add(refId(ref)));
      const known = wanted.flatMap((ref) => knownOf(refId(ref)) ?? []);
      const unknown = wanted.filter((ref) => {
        const id = refId(ref);
        return knownOf(id) === undefined && !absent.has(id) && !this.#recent.isAbsent(id);
      });
      const read = unknown.length === 0 ? [] : await store.get(unknown);
      for (const document of read) refs.set(refId(document), document);
      for (const ref of unknown) if (!refs.has(refId(ref))) absent.add(refId(ref));
      latest = [...known, ...read];
    }
  }

  /** Sends rows to their readers, in log order and synchronously. */
  publish({ rows: prepared, refs, absent }: Prepared): void {
    this.#applyRights(prepared);
    this.#recent.remember(refs.values());
    this.#recent.rememberAbsent(absent);
    const rows = this.#forgetErased(prepared);
    const fanOut = {
      collections: this.#options.collections,
      rooms: this.#rooms,
      newestOf: (id: string) => this.#recent.newest(id),
    };
    for (const event of byPosition(rows)) {
      for (const row of event) this.#recent.add(row);
      for (const packet of packetsOf(fanOut, event)) this.#sendQueue.send(packet.connections, 'rows', packet.rows);
    }
    this.#recent.trim();
    this.#sendQueue.endSlow();
  }

  /**
   * Drops the personal data of subjects that the rows erase (P10). Rows before the erasure may have been opened before
   * it was known: they are neither sent nor kept with personal data.
   */
  #forgetErased(rows: readonly FeedRow[]): readonly FeedRow[] {
    const erased = erasedAmong(rows);
    if (erased.size === 0) return rows;
    const { collections } = this.#options;
    const blank = <Document extends Versioned>(document: Document) =>
      withoutErased(collections, document, (subject) => erased.has(subject));
    this.#recent.change(blank);
    return rows.map(blank);
  }

  /** Revokes ended rights before any row of the commit is sent (P8). */
  #applyRights(rows: readonly FeedRow[]): void {
    const touched = new Set<Subscription>();
    for (const row of new Map(rows.map((each) => [refId(each), each])).values()) {
      const right = rightOf(row);
      if (right !== null) {
        const isOver = right.endsSessions?.(row.doc) === true;
        for (const connection of right.keys === 'own' ? this.#rooms.ofUser(row.key) : this.#rooms.readers()) {
          this.#applyRight(connection, row, touched);
          if (isOver) this.#sendQueue.end(connection, 'session-ended');
        }
      }
      for (const subscription of this.#rooms.behindGate(refId(row))) {
        subscription.gate = row.doc;
        touched.add(subscription);
      }
    }
    for (const subscription of touched) this.revokeIfRefused(subscription);
  }

  /** Notes a right that may have changed. A connection that has joined nothing yet has no reader to change. */
  #applyRight(connection: Connection, row: FeedRow, touched: Set<Subscription>): void {
    if (connection.reader === null) return;
    connection.reader = withRight(connection.reader, row);
    for (const subscription of connection.subscriptions.values()) touched.add(subscription);
  }

  /** Ends a subscription to a topic that its reader may no longer see. */
  revokeIfRefused(subscription: Subscription): void {
    const { connection, topic, name, gate } = subscription;
    if (connection.reader === null || !connection.isOpen) return;
    const refusal = topic.refuse(connection.reader, gate);
    if (refusal === null) return;
    this.#rooms.drop(subscription);
    this.#sendQueue.send([connection], 'revoked', { topic: name, refusal: refusalOf(rejection(refusal)) });
  }
}

/** Rows of one event together, in log order. */
function byPosition(rows: readonly FeedRow[]): readonly (readonly FeedRow[])[] {
  return [...Map.groupBy(rows, ({ position }) => position).values()];
}
