import {
  type Commit,
  type FeedMark,
  type FeedPage,
  type PageBounds,
  type Parked,
  type ProjectionGeneration,
  type ReadModelDeclaration,
  type ReadStore,
  StaleReadModels,
} from '#projections/engine/readStore.ts';
import { collectionsOf, staleOf, versionsOf } from '#projections/engine/versions.ts';
import {
  type AnyCollection,
  type DocumentRef,
  refId,
  topicsOf,
  type Versioned,
} from '#projections/kernel/collection.ts';
import type { Read } from '#projections/kernel/projection.ts';
import { type MongoConnection, type MongoOptions, openMongo } from '../connection.ts';
import { type Documents, openDocuments, toVersioned } from './documents.ts';
import { dueBatches, leaversOf, reduce, rowsAfter } from './feed.ts';
import { Ledger, nameOf } from './ledger.ts';
import { openLive } from './open.ts';
import type { DocumentRecord, LiveRecord } from './records.ts';
import { splitCommit } from './split.ts';

/** Milliseconds between two looks for rows of the feed that are to be reduced. */
const REDUCE_EVERY_MS = 60_000;

/** The read store in MongoDB; several processes may open it, and one at a time writes. */
export interface MongoReadStore extends ReadStore {
  /**
   * Takes over the writing under the epoch of a lease: what the former holder began is finished, and whatever it still
   * sends is refused. Called before a projector starts on a store that other processes write too.
   *
   * @throws CheckpointMismatch a newer epoch has written
   */
  take(epoch: number): Promise<void>;
  /** For the builder. */
  readonly parts: ReadStoreParts;
}

export interface ReadStoreParts {
  readonly connection: MongoConnection;
  readonly ledger: Ledger;
  readonly declaration: ReadModelDeclaration;
  readonly now: () => number;
}

export interface MongoReadStoreOptions extends MongoOptions {
  /** Milliseconds since 1970, for the retention of the feed. */
  readonly now?: () => number;
}

/**
 * Opens the read models in a MongoDB, or begins empty ones; finishes a batch that a crash has interrupted.
 *
 * @throws EngineRefused the connection string, the credentials or the server's version is wrong
 * @throws Unavailable the server does not answer
 */
export async function openMongoReadStore(
  options: MongoReadStoreOptions,
  declaration: ReadModelDeclaration,
): Promise<MongoReadStore> {
  const { now = Date.now } = options;
  const connection = await openMongo(options);
  try {
    const { live, record } = await openLive(connection.db, declaration);
    const collections = new Map(collectionsOf(declaration).map((each) => [each.name, each]));
    const ledger = new Ledger(connection.db, live, record, now);
    await ledger.recover();
    return explained(new Store({ connection, ledger, declaration, now }, collections), connection);
  } catch (error) {
    await connection.close();
    throw connection.explain(error);
  }
}

/** The same store, whose errors are those of its port. */
function explained(store: Store, { explain }: Pick<MongoConnection, 'explain'>): MongoReadStore {
  return new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...words: unknown[]) =>
        (value.apply(target, words) as Promise<unknown>).catch((error: unknown) => {
          throw explain(error);
        });
    },
  });
}

class Store implements MongoReadStore {
  readonly parts: ReadStoreParts;
  readonly #ledger: Ledger;
  readonly #collections: ReadonlyMap<string, AnyCollection>;
  readonly #versions: string;
  #reducedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: ReadStoreParts, collections: ReadonlyMap<string, AnyCollection>) {
    this.parts = parts;
    this.#ledger = parts.ledger;
    this.#collections = collections;
    this.#versions = versionsOf(parts.declaration.projections);
  }

  async generations(): Promise<readonly ProjectionGeneration[]> {
    const { generations } = await this.#ledger.current();
    const names = this.parts.declaration.projections.map(({ name }) => name);
    return generations.filter(({ projection }) => names.includes(projection));
  }

  async stale(): Promise<readonly string[]> {
    return staleOf(this.parts.declaration, (await this.#ledger.current()).generations);
  }

  async checkpoint(): Promise<string> {
    return (await this.#ledger.current()).checkpoint;
  }

  async get(refs: readonly DocumentRef[]): Promise<readonly Versioned[]> {
    if (refs.length === 0) return [];
    const found = await this.#settled((live) => this.#byRef(live, refs));
    const byId = new Map(found.map((document) => [refId(document), document]));
    return refs.flatMap((ref) => byId.get(refId(ref)) ?? []);
  }

  async query(
    collection: string,
    query: string,
    values: readonly string[],
    page: PageBounds,
  ): Promise<readonly Versioned[]> {
    return this.#settled((live) => this.#byQuery(live, collection, query, values, page));
  }

  async scan(collection: string, after: string, limit: number): Promise<readonly Versioned[]> {
    return this.#settled(async (live) =>
      stored(collection, await this.#documents(live, collection).scan(after, limit)),
    );
  }

  async load(reads: readonly Read[]): Promise<readonly Versioned[]> {
    // The next commit follows this record; were another batch committed meanwhile, the commit would be refused.
    const live = await this.#ledger.base();
    const parts = await Promise.all([
      this.#byRef(
        live,
        reads.filter((read) => 'key' in read),
      ),
      ...reads.flatMap((read) =>
        'key' in read ? [] : [this.#byQuery(live, read.collection, read.query, read.values, null)],
      ),
    ]);
    const found = new Map(parts.flat().map((document) => [refId(document), document]));
    return [...found.values()].map(withoutBatch);
  }

  async commit(batch: Commit): Promise<FeedMark> {
    await this.#reduce();
    let record = this.#ledger.known;
    for (const part of splitCommit(batch)) record = await this.#ledger.commit(part);
    return this.#markOf(record);
  }

  async feedEnd(): Promise<FeedMark> {
    return this.#markOf(await this.#ledger.current());
  }

  async feedAfter(mark: FeedMark, limit: number): Promise<FeedPage | null> {
    const live = await this.#ledger.current();
    if (mark.generation !== this.#generationOf(live)) return null;
    const end = this.#markOf(live);
    if (mark.row >= live.row) return { rows: [], end };
    const { rows, isCut } = await rowsAfter(this.#ledger.feed(live.feed), mark.row, { live, limit });
    // After the rows were read: those that are no longer whole then may not have been whole before.
    const { reducedRow } = await this.#ledger.current();
    if (reducedRow > mark.row) return null;
    const last = rows.at(-1);
    if (!isCut || last === undefined) return { rows, end };
    return { rows, end: { ...mark, row: mark.row + rows.length, position: last.position } };
  }

  async leftSince(topic: string, position: string): Promise<readonly Versioned[]> {
    const { feed } = await this.#ledger.recent();
    const documents = await this.get(await leaversOf(this.#ledger.feed(feed), topic, position));
    return documents
      .filter(({ collection, doc }) => !topicsOf(this.#collections.get(collection), doc).includes(topic))
      .map((document) => ({ ...document, doc: null }));
  }

  async feedFloor(): Promise<string> {
    return (await this.#ledger.current()).floor;
  }

  async parked(): Promise<readonly Parked[]> {
    const { collections } = await this.#ledger.current();
    const entries = await this.#ledger.parked.find({ generation: { $in: Object.values(collections) } }).toArray();
    return entries
      .map(({ collection, key, position, error }) => ({ collection, key, position, error }))
      .sort((a, b) => compare(a.position, b.position) || compare(refId(a), refId(b)));
  }

  async lastRecording(): Promise<string | null> {
    return (await this.#ledger.current()).recording ?? null;
  }

  async era(): Promise<string | null> {
    return (await this.#ledger.current()).era;
  }

  async noteEra(era: string): Promise<void> {
    await this.#ledger.amend({ era });
  }

  take(epoch: number): Promise<void> {
    return this.#ledger.take(epoch);
  }

  close(): Promise<void> {
    return this.parts.connection.close();
  }

  /**
   * Reads documents; if some are of a batch that is being applied, once it is. So whatever is asked after the answer
   * shows at least what the answer does, rights and what left a topic included (P5, P8).
   */
  async #settled(read: (live: LiveRecord) => Promise<readonly Stored[]>): Promise<readonly Versioned[]> {
    for (;;) {
      const live = await this.#ledger.recent();
      const found = await read(live);
      const newest = found.reduce((highest, { batch }) => Math.max(highest, batch), 0);
      const now = newest > live.batch ? await this.#ledger.reached(newest) : live;
      if (now.lineage === live.lineage) return found.map(withoutBatch);
    }
  }

  async #byRef(live: LiveRecord, refs: readonly DocumentRef[]): Promise<readonly Stored[]> {
    const byCollection = Map.groupBy(refs, ({ collection }) => collection);
    const found = [...byCollection].map(async ([collection, wanted]) =>
      stored(collection, await this.#documents(live, collection).get(wanted.map(({ key }) => key))),
    );
    return (await Promise.all(found)).flat();
  }

  async #byQuery(
    live: LiveRecord,
    collection: string,
    query: string,
    values: readonly string[],
    page: PageBounds | null,
  ): Promise<readonly Stored[]> {
    return stored(collection, await this.#documents(live, collection).query(query, values, page));
  }

  #documents(live: LiveRecord, name: string): Documents {
    const declaration = this.#collections.get(name);
    if (declaration === undefined) throw new Error(`There is no collection ${name}.`);
    const stale = staleOf(this.parts.declaration, live.generations);
    const isStale = this.parts.declaration.projections.some(
      (projection) => stale.includes(projection.name) && projection.collections.includes(declaration),
    );
    if (isStale) throw new StaleReadModels(stale);
    return openDocuments(this.parts.connection.db, nameOf(name, live.collections), declaration);
  }

  /** Reduces rows that are older than the feed keeps them whole; the floor rises before the first of them is reduced. */
  async #reduce(): Promise<void> {
    const now = this.parts.now();
    if (now - this.#reducedAt < REDUCE_EVERY_MS) return;
    const live = await this.#ledger.current();
    const feed = this.#ledger.feed(live.feed);
    const due = await dueBatches(feed, live, now);
    const last = due.at(-1);
    if (last === undefined) {
      this.#reducedAt = now;
      return;
    }
    // A feed that began later than its first rows (`first`) has a higher floor already.
    const rises = last.to > live.floor;
    const isRisen = await this.#ledger.amend({ reducedRow: last.lastRow, ...(rises ? { floor: last.to } : {}) });
    if (isRisen) await reduce(feed, due);
  }

  #generationOf({ lineage }: LiveRecord): string {
    return `${this.#versions}.${lineage}`;
  }

  #markOf(live: LiveRecord): FeedMark {
    return { generation: this.#generationOf(live), row: live.row, position: live.checkpoint };
  }
}

/** A document as stored: with the batch that wrote it. */
interface Stored extends Versioned {
  readonly batch: number;
}

function stored(collection: string, records: readonly DocumentRecord[]): readonly Stored[] {
  return records.map((record) => ({ ...toVersioned(collection, record), batch: record.batch }));
}

function withoutBatch({ collection, key, position, doc }: Stored): Versioned {
  return { collection, key, position, doc };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
