import type { Collection, DocumentRef, Versioned } from './collection.ts';
import { refId } from './collection.ts';
import type { FoldSource } from './documentSet.ts';
import type { BoundFold } from './foldTable.ts';
import type { DocumentView, Read } from './projection.ts';

/** A fold's view, and the check of what it writes. */
export interface FoldView extends DocumentView {
  /**
   * A document that the fold is about to write, as it is before the event.
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

/**
 * What one fold may see of the documents: what it declared, in its own collections. What it writes must have been
 * read too: by key, or as a result of a declared query, since the change feed tells what a document was before.
 *
 * @throws UndeclaredAccess it declared to read another projection's documents
 */
export function createView({ owns }: BoundFold, reads: readonly Read[], source: FoldSource): FoldView {
  for (const { collection } of reads) {
    if (!owns.has(collection)) throw new UndeclaredAccess(collection);
  }
  return new View(reads, source);
}

/** A document that was looked up; `undefined` when it never was. */
interface Seen extends DocumentRef {
  readonly document: Versioned | undefined;
}

class View implements FoldView {
  readonly #reads: readonly Read[];
  readonly #source: FoldSource;
  /** What was looked up by key. A list, not a map: an event reads a handful, and this is made anew for every event. */
  readonly #seen: Seen[] = [];
  /** Results of queries, which may be many, by `refId`. */
  #found: Map<string, Versioned> | null = null;

  constructor(reads: readonly Read[], source: FoldSource) {
    this.#reads = reads;
    this.#source = source;
  }

  get<Doc>(collection: Collection<Doc>, key: string): Doc | undefined {
    return (this.#look(collection.name, key)?.doc ?? undefined) as Doc | undefined;
  }

  where<Doc>(collection: Collection<Doc>, query: string, values: readonly string[]): readonly Versioned<Doc>[] {
    const id = queryId(collection.name, query, values);
    const isDeclared = this.#reads.some(
      (read) => 'query' in read && queryId(read.collection, read.query, read.values) === id,
    );
    if (!isDeclared) throw new UndeclaredAccess(id);
    const documents = this.#source.query(collection.name, query, values) as readonly Versioned<Doc>[];
    this.#found ??= new Map();
    for (const document of documents) this.#found.set(refId(document), document);
    return documents;
  }

  before({ collection, key }: DocumentRef): Versioned | undefined {
    return this.#look(collection, key);
  }

  /** Nothing changes while an event is folded, so each document is looked up once. */
  #look(collection: string, key: string): Versioned | undefined {
    for (const seen of this.#seen) {
      if (seen.key === key && seen.collection === collection) return seen.document;
    }
    const found = this.#found?.get(refId({ collection, key }));
    if (found !== undefined) return found;
    if (!this.#isDeclared(collection, key)) throw new UndeclaredAccess(`${collection} ${key}`);
    const document = this.#source.get(collection, key);
    this.#seen.push({ collection, key, document });
    return document;
  }

  #isDeclared(collection: string, key: string): boolean {
    for (const read of this.#reads) {
      if ('key' in read && read.key === key && read.collection === collection) return true;
    }
    return false;
  }
}

function queryId(collection: string, query: string, values: readonly string[]): string {
  return `${collection} ${query} ${values.join(' ')}`;
}
