import type { FeedRow } from '#projections/engine/readStore.ts';
import { refId, type Versioned } from '#projections/kernel/collection.ts';
import { charactersOf } from '../kernel/characters.ts';
import { RECENT_ABSENT, RECENT_CHARACTERS } from './limits.ts';

/** Documents by identity, in the order in which they were put. */
class Recent<Document extends Versioned> {
  readonly #limit: number;
  readonly #kept = new Map<string, { readonly document: Document; readonly characters: number }>();
  #characters = 0;

  /** @param limit characters */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(id: string): Document | undefined {
    return this.#kept.get(id)?.document;
  }

  *documents(): Generator<Document> {
    for (const { document } of this.#kept.values()) yield document;
  }

  /** Puts a document at the end. */
  put(id: string, document: Document): void {
    this.delete(id);
    const characters = charactersOf(document);
    this.#kept.set(id, { document, characters });
    this.#characters += characters;
  }

  /** Drops the first documents until the rest is small enough. @returns the last one that was dropped */
  trim(): Document | null {
    let gone: Document | null = null;
    for (const [oldest, entry] of this.#kept) {
      if (this.#characters <= this.#limit) break;
      this.delete(oldest);
      gone = entry.document;
    }
    return gone;
  }

  delete(id: string): void {
    this.#characters -= this.#kept.get(id)?.characters ?? 0;
    this.#kept.delete(id);
  }

  /** Replaces each document in its place. */
  change(change: (document: Document) => Document): void {
    this.#characters = 0;
    for (const [id, { document }] of this.#kept) {
      const changed = change(document);
      const characters = charactersOf(changed);
      this.#kept.set(id, { document: changed, characters });
      this.#characters += characters;
    }
  }

  clear(): void {
    this.#kept.clear();
    this.#characters = 0;
  }
}

/**
 * The newest row of each recently published document, so that a reader who joins during publication misses none.
 * Versions that an erasure or an edit replaced are not kept.
 */
export class RecentRows {
  /** In log order: a newer row goes to the end. */
  readonly #rows: Recent<FeedRow>;
  /** Documents that the rows' documents refer to, as read when the rows were published. */
  readonly #refs: Recent<Versioned>;
  /** Identities of referred documents that did not exist when the rows were published. */
  readonly #absent = new Set<string>();
  /** Position from which all rows were noted. */
  #completeFrom: string;
  /** Position of the last row that was dropped. */
  #droppedTo: string | null = null;

  /** @param limit characters of rows, and as many of other documents */
  constructor(position: string, limit = RECENT_CHARACTERS) {
    this.#completeFrom = position;
    this.#rows = new Recent(limit);
    this.#refs = new Recent(limit);
  }

  /** Whether every row published at or after this position is still here. */
  covers(position: string): boolean {
    return position >= this.#completeFrom && (this.#droppedTo === null || position > this.#droppedTo);
  }

  add(row: FeedRow): void {
    const id = refId(row);
    this.#rows.put(id, row);
    this.#refs.delete(id);
    this.#absent.delete(id);
  }

  /** Remembers documents that rows refer to. */
  remember(documents: Iterable<Versioned>): void {
    for (const document of documents) {
      const id = refId(document);
      if (this.#rows.get(id) === undefined) this.#refs.put(id, document);
    }
  }

  /**
   * Drops the oldest until the rest is within the limit. Between two batches: what one relies on, or brings, stays until
   * all of it is published.
   */
  trim(): void {
    const gone = this.#rows.trim();
    if (gone !== null) this.#droppedTo = gone.position;
    this.#refs.trim();
  }

  /** Remembers identities of documents that do not exist and never have. */
  rememberAbsent(ids: Iterable<string>): void {
    if (this.#absent.size > RECENT_ABSENT) this.#absent.clear();
    for (const id of ids) if (this.newest(id) === undefined) this.#absent.add(id);
  }

  /** Whether a document is known never to have existed: a row would have removed it from here. */
  isAbsent(id: string): boolean {
    return this.#absent.has(id);
  }

  /** Replaces each document by another form of it, at the same version. */
  change(change: <Document extends Versioned>(document: Document) => Document): void {
    this.#rows.change(change);
    this.#refs.change(change);
  }

  /**
   * Rows at or after a position, in log order. A read at that position already has the rows at it, except corrections
   * of a rebuild: these have the position of the swap.
   */
  since(position: string): readonly FeedRow[] {
    return [...this.#rows.documents()].filter((row) => row.position >= position);
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
