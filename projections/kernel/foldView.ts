import type { Collection, DocumentRef, Versioned } from './collection.ts';
import type { FoldSource } from './documentSet.ts';
import type { BoundFold } from './foldTable.ts';
import { type DocumentView, FOLD_MAX_DOCUMENTS } from './projection.ts';

/** A fold's view, and the check of its writes. */
export interface FoldView extends DocumentView {
  /**
   * A document that the fold is about to write, as it is before the event.
   *
   * @throws UndeclaredAccess the fold did not declare that it reads this document
   */
  before(ref: DocumentRef): Versioned | undefined;
}

/** A fold reached for a document that it did not declare, or that is another noun's: a bug in the fold. */
export class UndeclaredAccess extends Error {
  constructor(what: string) {
    super(`The fold did not declare that it reads ${what}, or it is another projection's.`);
    this.name = 'UndeclaredAccess';
  }
}

/** A fold declared that it reads more documents than one event may touch. */
export class TooManyDocuments extends Error {
  constructor(count: number) {
    super(`The fold reads ${count} documents, ${FOLD_MAX_DOCUMENTS} at most are allowed.`);
    this.name = 'TooManyDocuments';
  }
}

/**
 * The documents that one fold may see: those it declared, in its own collections. It may write only what it has read,
 * since the change feed needs the document before each change.
 *
 * @throws UndeclaredAccess it declared to read another projection's documents
 * @throws TooManyDocuments it declared to read more than `FOLD_MAX_DOCUMENTS`
 */
export function createView({ owns }: BoundFold, reads: readonly DocumentRef[], source: FoldSource): FoldView {
  if (reads.length > FOLD_MAX_DOCUMENTS) throw new TooManyDocuments(reads.length);
  for (const { collection } of reads) {
    if (!owns.has(collection)) throw new UndeclaredAccess(collection);
  }
  return new View(reads, source);
}

/** A document that was read; `undefined` when it never existed. */
interface Seen extends DocumentRef {
  readonly document: Versioned | undefined;
}

class View implements FoldView {
  readonly #reads: readonly DocumentRef[];
  readonly #source: FoldSource;
  /** Documents read by key. A list, not a map: an event reads a handful, and each event makes its own. */
  readonly #seen: Seen[] = [];

  constructor(reads: readonly DocumentRef[], source: FoldSource) {
    this.#reads = reads;
    this.#source = source;
  }

  get<Doc>(collection: Collection<Doc>, key: string): Doc | undefined {
    return (this.#look(collection.name, key)?.doc ?? undefined) as Doc | undefined;
  }

  before({ collection, key }: DocumentRef): Versioned | undefined {
    return this.#look(collection, key);
  }

  /** Reads each document once: nothing changes while an event is folded. */
  #look(collection: string, key: string): Versioned | undefined {
    for (const seen of this.#seen) {
      if (seen.key === key && seen.collection === collection) return seen.document;
    }
    if (!this.#isDeclared(collection, key)) throw new UndeclaredAccess(`${collection} ${key}`);
    const document = this.#source.get(collection, key);
    this.#seen.push({ collection, key, document });
    return document;
  }

  #isDeclared(collection: string, key: string): boolean {
    return this.#reads.some((read) => read.key === key && read.collection === collection);
  }
}
