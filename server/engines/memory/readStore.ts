import { randomUUID } from 'node:crypto';
import { START } from '#projections/engine/eventLog.ts';
import {
  CheckpointMismatch,
  type Commit,
  type FeedMark,
  type FeedPage,
  type FeedRow,
  type PageBounds,
  type Parked,
  type ProjectionGeneration,
  type ReadModelDeclaration,
  type ReadStore,
} from '#projections/engine/readStore.ts';
import { collectionsOf, generationsOf, staleOf, versionsOf } from '#projections/engine/versions.ts';
import type { DocumentRef, Versioned } from '#projections/kernel/collection.ts';
import { refId, topicsOf } from '#projections/kernel/collection.ts';
import { createDocumentSet, type DocumentSet, orderValue } from '#projections/kernel/documentSet.ts';
import type { Read } from '#projections/kernel/projection.ts';

/**
 * A read store in memory, for tests and simulations. Documents pass through JSON as in every other engine, so readers
 * cannot change each other's copies.
 *
 * @param left the store of an earlier release; its projections are taken over, stale if their folds have changed
 */
export function createMemoryReadStore(declaration: ReadModelDeclaration, left?: MemoryReadStore): MemoryReadStore {
  const store = new MemoryReadStore(declaration);
  if (left !== undefined) store.takeOver(left);
  return store;
}

/** A built generation that replaces the live one. */
export interface MemoryGeneration {
  readonly documents: DocumentSet;
  /** Names of the projections that were folded. */
  readonly folded: readonly string[];
  readonly parked: readonly Parked[];
  /** Rows of corrections. */
  readonly rows: readonly FeedRow[];
  readonly position: string;
}

export class MemoryReadStore implements ReadStore {
  generation: string;
  readonly #declaration: ReadModelDeclaration;
  #documents: DocumentSet;
  #parked = new Map<string, Parked>();
  #rows: FeedRow[] = [];
  #checkpoint = START;
  #floor = START;
  #recording: string | null = null;
  #era: string | null = null;
  /** Live generations by projection. */
  readonly #generations = new Map<string, ProjectionGeneration>();

  constructor(declaration: ReadModelDeclaration) {
    this.#declaration = declaration;
    this.#documents = createDocumentSet(collectionsOf(declaration));
    this.generation = `${versionsOf(declaration.projections)}.memory`;
    this.#note(declaration.projections.map(({ name }) => name));
  }

  /** The live documents. */
  get documents(): DocumentSet {
    return this.#documents;
  }

  /** The whole feed. */
  get rows(): readonly FeedRow[] {
    return this.#rows;
  }

  /** Replaces the live generation by a built one. */
  adopt({ documents, folded, parked, rows, position }: MemoryGeneration): void {
    this.#note(folded);
    this.#documents = documents;
    this.#parked = new Map(parked.map((entry) => [refId(entry), entry]));
    this.#rows = [...this.#rows, ...copies(rows)];
    this.#checkpoint = position;
    this.#recording = null;
  }

  /** Begins with a generation without a predecessor: its feed begins at its position. */
  begin(generation: Omit<MemoryGeneration, 'rows'>): void {
    this.#rows = [];
    this.adopt({ ...generation, rows: [] });
    this.#floor = generation.position;
    this.generation = `${versionsOf(this.#declaration.projections)}.memory-${randomUUID()}`;
  }

  /** Begins with another store's data, without collections that are not declared here. */
  takeOver(left: MemoryReadStore): void {
    this.#generations.clear();
    const missing = staleOf(left.#declaration, [...left.#generations.values()]);
    for (const [name, generation] of left.#generations) {
      if (!missing.includes(name)) this.#generations.set(name, generation);
    }
    this.#copyFrom(left);
  }

  /** A copy, as a backup would be now. */
  copy(): MemoryReadStore {
    const copy = createMemoryReadStore(this.#declaration, this);
    copy.generation = this.generation;
    return copy;
  }

  async generations(): Promise<readonly ProjectionGeneration[]> {
    const declared = this.#declaration.projections;
    return declared.flatMap(({ name }) => this.#generations.get(name) ?? []);
  }

  async stale(): Promise<readonly string[]> {
    return staleOf(this.#declaration, [...this.#generations.values()]);
  }

  async checkpoint(): Promise<string> {
    return this.#checkpoint;
  }

  async get(refs: readonly DocumentRef[]): Promise<readonly Versioned[]> {
    return copies(refs.flatMap(({ collection, key }) => this.#documents.get(collection, key) ?? []));
  }

  async query(
    collection: string,
    query: string,
    values: readonly string[],
    { below, atOrAbove, limit }: PageBounds,
  ): Promise<readonly Versioned[]> {
    const found = this.#documents.query(collection, query, values);
    const order = this.#order(collection, query);
    if (order === null) return copies(found.slice(0, limit));
    const within = (value: string) => (below === null || value < below) && (atOrAbove === null || value >= atOrAbove);
    return copies(found.filter((document) => within(orderValue(document, order))).slice(0, limit));
  }

  async scan(collection: string, after: string, limit: number): Promise<readonly Versioned[]> {
    const later = [...this.#documents.all(collection)].filter(({ key }) => key > after);
    return copies(later.toSorted((a, b) => (a.key < b.key ? -1 : 1)).slice(0, limit));
  }

  async load(reads: readonly Read[]): Promise<readonly Versioned[]> {
    const found = reads.flatMap((read) =>
      'key' in read
        ? (this.#documents.get(read.collection, read.key) ?? [])
        : this.#documents.query(read.collection, read.query, read.values),
    );
    return copies([...new Map(found.map((document) => [refId(document), document])).values()]);
  }

  async commit({ from, to, recording, rows, parked }: Commit): Promise<FeedMark> {
    if (from !== this.#checkpoint) throw new CheckpointMismatch(from, this.#checkpoint);
    for (const row of copies(rows)) {
      this.#rows.push(row);
      this.#documents.put({ collection: row.collection, key: row.key, position: row.position, doc: row.doc });
    }
    for (const entry of parked) {
      if (!this.#parked.has(refId(entry))) this.#parked.set(refId(entry), entry);
    }
    this.#checkpoint = to;
    this.#recording = recording;
    return this.#feedEnd();
  }

  async feedEnd(): Promise<FeedMark> {
    return this.#feedEnd();
  }

  async feedAfter(mark: FeedMark, limit: number): Promise<FeedPage | null> {
    if (mark.generation !== this.generation) return null;
    const after = this.#rows.slice(mark.row);
    const position = after.at(limit - 1)?.position;
    if (position === undefined) return { rows: copies(after), end: this.#feedEnd() };
    const rows = after.filter((row) => row.position <= position);
    return { rows: copies(rows), end: { ...mark, row: mark.row + rows.length, position } };
  }

  async leftSince(topic: string, position: string): Promise<readonly Versioned[]> {
    const left = this.#rows.filter((row) => row.position >= position && row.left.includes(topic));
    const documents = new Map<string, Versioned>();
    for (const { collection, key } of left) {
      const now = this.#documents.get(collection, key);
      if (now !== undefined && !this.#isIn(now, topic)) documents.set(refId(now), { ...now, doc: null });
    }
    return [...documents.values()];
  }

  async feedFloor(): Promise<string> {
    return this.#floor;
  }

  async parked(): Promise<readonly Parked[]> {
    return [...this.#parked.values()];
  }

  async lastRecording(): Promise<string | null> {
    return this.#recording;
  }

  async era(): Promise<string | null> {
    return this.#era;
  }

  async noteEra(era: string): Promise<void> {
    this.#era = era;
  }

  async close(): Promise<void> {
    return undefined;
  }

  #feedEnd(): FeedMark {
    return { generation: this.generation, row: this.#rows.length, position: this.#checkpoint };
  }

  #note(projections: readonly string[]): void {
    for (const generation of generationsOf(this.#declaration, projections, randomUUID())) {
      this.#generations.set(generation.projection, generation);
    }
  }

  #copyFrom(left: MemoryReadStore): void {
    const stale = staleOf(this.#declaration, [...this.#generations.values()]);
    for (const { name, collections } of this.#declaration.projections) {
      if (stale.includes(name)) continue;
      for (const { name: collection } of collections) {
        for (const document of copies([...left.#documents.all(collection)])) this.#documents.put(document);
      }
    }
    this.#parked = new Map(left.#parked);
    this.#rows = [...left.#rows];
    this.#checkpoint = left.#checkpoint;
    this.#floor = left.#floor;
    this.#recording = left.#recording;
    this.#era = left.#era;
  }

  #order(collection: string, query: string): string | null {
    return this.#collection(collection).queries[query]?.order ?? null;
  }

  #isIn({ collection, doc }: Versioned, topic: string): boolean {
    return topicsOf(this.#collection(collection), doc).includes(topic);
  }

  #collection(name: string) {
    const found = collectionsOf(this.#declaration).find((collection) => collection.name === name);
    if (found === undefined) throw new Error(`There is no collection ${name}.`);
    return found;
  }
}

function copies<T>(values: readonly T[]): readonly T[] {
  return JSON.parse(JSON.stringify(values)) as T[];
}
