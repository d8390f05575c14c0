import type { FeedRow } from '#projections/engine/readStore.ts';
import { refId, type Versioned } from '#projections/kernel/collection.ts';
import { RECENT_DOCUMENTS } from './limits.ts';

/**
 * The rows that were told last, the newest of each document, so that a reader who joins while they are told misses
 * none. What an erasure or an edit replaced is not kept.
 */
export class RecentRows {
  readonly #limit: number;
  /** In log order: a newer row goes to the end. */
  readonly #rows = new Map<string, FeedRow>();
  /** What the rows' documents refer to, as it was read when they were told. */
  readonly #refs = new Map<string, Versioned>();
  /** What rows' documents refer to and never was, as of when they were told. */
  readonly #absent = new Set<string>();
  /** Where this began. */
  #completeFrom: string;
  /** Position of the last row that was dropped. */
  #droppedTo: string | null = null;

  constructor(position: string, limit = RECENT_DOCUMENTS) {
    this.#completeFrom = position;
    this.#limit = limit;
  }

  /** Whether every row that was told at or after this position is still here. */
  covers(position: string): boolean {
    return position >= this.#completeFrom && (this.#droppedTo === null || position > this.#droppedTo);
  }

  add(row: FeedRow): void {
    const id = refId(row);
    this.#rows.delete(id);
    this.#rows.set(id, row);
    this.#refs.delete(id);
    this.#absent.delete(id);
    for (const [oldest, { position }] of this.#rows) {
      if (this.#rows.size <= this.#limit) break;
      this.#rows.delete(oldest);
      this.#droppedTo = position;
    }
  }

  /** Remembers documents that rows refer to. */
  remember(documents: Iterable<Versioned>): void {
    for (const document of documents) {
      const id = refId(document);
      if (this.#rows.has(id)) continue;
      this.#refs.delete(id);
      this.#refs.set(id, document);
    }
    for (const oldest of this.#refs.keys()) {
      if (this.#refs.size <= this.#limit) break;
      this.#refs.delete(oldest);
    }
  }

  /** Remembers identities that were looked for and never were. */
  rememberAbsent(ids: Iterable<string>): void {
    if (this.#absent.size > this.#limit) this.#absent.clear();
    for (const id of ids) if (this.newest(id) === undefined) this.#absent.add(id);
  }

  /** Whether it is known that there never was such a document: a row would have told of it. */
  isAbsent(id: string): boolean {
    return this.#absent.has(id);
  }

  /** Puts another form of each document in its place, at the same version. */
  change(change: <Document extends Versioned>(document: Document) => Document): void {
    for (const [id, row] of this.#rows) this.#rows.set(id, change(row));
    for (const [id, document] of this.#refs) this.#refs.set(id, change(document));
  }

  /**
   * Rows at or after a position, in log order. Those at it are in everything that was read there, but for what a
   * rebuild corrected meanwhile: that stands at the position at which it was swapped in.
   */
  since(position: string): readonly FeedRow[] {
    return [...this.#rows.values()].filter((row) => row.position >= position);
  }

  /** The newest that is known here of a document. */
  newest(id: string): Versioned | undefined {
    return this.#rows.get(id) ?? this.#refs.get(id);
  }

  /** Begins anew: rows up to this position are not known. */
  reset(position: string): void {
    this.#rows.clear();
    this.#refs.clear();
    this.#absent.clear();
    this.#completeFrom = position;
    this.#droppedTo = null;
  }
}
