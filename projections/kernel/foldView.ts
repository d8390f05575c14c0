import { type Collection, type DocumentRef, refId, type Versioned } from './collection.ts';
import type { FoldSource } from './documentSet.ts';
import type { BoundFold } from './foldTable.ts';
import type { DocumentView, Read } from './projection.ts';

/** A fold's view, and the check of what it writes. */
export interface FoldView extends DocumentView {
  /** @throws UndeclaredAccess the fold did not declare that it reads this document */
  mayWrite(ref: DocumentRef): void;
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
 */
export function createView({ owns }: BoundFold, reads: readonly Read[], source: FoldSource): FoldView {
  // Lists, not sets: an event reads a handful of things, and this is made anew for every event.
  const keyed: DocumentRef[] = [];
  const queries: string[] = [];
  const check = (collection: string, key: string): void => {
    const isKnown = keyed.some((ref) => ref.key === key && ref.collection === collection);
    if (!isKnown && found?.has(refId({ collection, key })) !== true) throw new UndeclaredAccess(`${collection} ${key}`);
  };
  /** Results of queries, which may be many. */
  let found: Set<string> | null = null;
  for (const read of reads) {
    if (!owns.has(read.collection)) throw new UndeclaredAccess(read.collection);
    if ('key' in read) keyed.push(read);
    else queries.push(queryId(read.collection, read.query, read.values));
  }

  return {
    get<Doc>(collection: Collection<Doc>, key: string): Doc | undefined {
      check(collection.name, key);
      return (source.get(collection.name, key)?.doc ?? undefined) as Doc | undefined;
    },
    where<Doc>(collection: Collection<Doc>, query: string, values: readonly string[]): readonly Versioned<Doc>[] {
      const id = queryId(collection.name, query, values);
      if (!queries.includes(id)) throw new UndeclaredAccess(id);
      const documents = source.query(collection.name, query, values) as readonly Versioned<Doc>[];
      found ??= new Set();
      for (const document of documents) found.add(refId(document));
      return documents;
    },
    mayWrite: ({ collection, key }) => check(collection, key),
  };
}

function queryId(collection: string, query: string, values: readonly string[]): string {
  return `${collection} ${query} ${values.join(' ')}`;
}
