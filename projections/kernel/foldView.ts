import type { Collection, DocumentRef, Versioned } from './collection.ts';
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
  const known = new Map<string, Set<string>>();
  const queries = new Set<string>();
  const know = ({ collection, key }: DocumentRef): void => {
    const keys = known.get(collection);
    if (keys === undefined) known.set(collection, new Set([key]));
    else keys.add(key);
  };
  const check = (collection: string, key: string): void => {
    if (known.get(collection)?.has(key) !== true) throw new UndeclaredAccess(`${collection} ${key}`);
  };
  for (const read of reads) {
    if (!owns.has(read.collection)) throw new UndeclaredAccess(read.collection);
    if ('key' in read) know(read);
    else queries.add(queryId(read.collection, read.query, read.values));
  }

  return {
    get<Doc>(collection: Collection<Doc>, key: string): Doc | undefined {
      check(collection.name, key);
      return (source.get(collection.name, key)?.doc ?? undefined) as Doc | undefined;
    },
    where<Doc>(collection: Collection<Doc>, query: string, values: readonly string[]): readonly Versioned<Doc>[] {
      const id = queryId(collection.name, query, values);
      if (!queries.has(id)) throw new UndeclaredAccess(id);
      const documents = source.query(collection.name, query, values) as readonly Versioned<Doc>[];
      documents.forEach(know);
      return documents;
    },
    mayWrite: ({ collection, key }) => check(collection, key),
  };
}

function queryId(collection: string, query: string, values: readonly string[]): string {
  return `${collection} ${query} ${values.join(' ')}`;
}
