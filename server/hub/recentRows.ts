import type { FeedRow } from '#projections/engine/readStore.ts';
import { refId, type Versioned } from '#projections/kernel/collection.ts';
import { RECENT_DOCUMENTS } from './limits.ts';

/**
 * The newest row of each recently published document, so that a reader who joins during publication misses none.
 * Versions that an erasure or an edit replaced are not kept.
 */
export class RecentRows {
  readonly #limit: number;
  /** In log order: a newer row goes to the end. */
  readonly #rows = new Map<string, FeedRow>();
  /** Documents that the rows' documents refer to, as read when the rows were published. */
  readonly #refs = new Map<string, Versioned>();
  /** Identities of referred documents that did not exist when the rows were published. */
  readonly #absent = new Set<string>();
  /** Position from which all rows were noted. */
  #completeFrom: string;
  /** Position of the last row that was dropped. */
  #droppedTo: string | null = null;

  constructor(position: string, limit = RECENT_DOCUMENTS) {
    this.#completeFrom = position;
    this.#limit = limit;
  }

  /** Whether every row published at or after this position is still here. */
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

  /** Remembers identities of documents that do not exist and never have. */
  rememberAbsent(ids: Iterable<string>): void {
    if (this.#absent.size > this.#limit) this.#absent.clear();
    for (const id of ids) if (this.newest(id) === undefined) this.#absent.add(id);
  }

  /** Whether a document is known never to have existed: a row would have removed it from here. */
  isAbsent(id: string): boolean {
    return this.#absent.has(id);
  }

  /** Replaces each document by another form of it, at the same version. */
  change(change: <Document extends Versioned>(document: Document) => Document): void {
    for (const [id, row] of this.#rows) this.#rows.set(id, change(row));
    for (const [id, document] of this.#refs) this.#refs.set(id, change(document));
  }

  /**
   * Rows at or after a position, in log order. A read at that position already has the rows at it, except corrections
   * of a rebuild: these have the position of the swap.
   */
  since(position: string): readonly FeedRow[] {
    return [...this.#rows.values()].filter((row) => row.position >= position);
  }

  /** The newest version of a document that is known here. */
  newest(id: string): Versioned | undefined {
    return this.#rows.get(id) ?? this.#refs.get(id);
  }

  /** Forgets everything: rows up to this position are not known. */
  reset(position: string): void {
    this.#rows.clear();
    this.#refs.clear();
    this.#absent.clear();
    this.#completeFrom = position;
    this.#droppedTo = null;
  }
}
