import { type Reader, VISITOR } from '#domain/kernel/access.ts';
import { merge } from '#domain/kernel/merge.ts';
import type { DocumentRef, Versioned } from './collection.ts';

/**
 * What people may see as far as one noun's documents say it: a noun declares it beside its collections (`rights` of its
 * `documents.ts`). The hub, topics and pages ask all of them and name none.
 */
export interface Right<Document = unknown> {
  readonly collection: string;
  /** Keys of the documents on which everybody's right depends; `'own'`: on the document of each person, under their id. */
  readonly keys: readonly string[] | 'own';
  /**
   * The reader once a document says this.
   *
   * @param doc `null`: it was deleted
   */
  apply(reader: Reader, key: string, doc: Document | null): Reader;
  /** Whether the sessions of the person are over with this document; default: never. */
  readonly endsSessions?: (doc: Document | null) => boolean;
}

/** Declares a right; its document is typed by the collection. */
export function defineRight<Document>(right: Right<Document>): Right {
  // A collection's documents are the ones that its schema has let in.
  return right as Right;
}

/** The readers of one list of rights. */
export interface Readers {
  /** All documents that somebody's rights depend on. @param userId `null`: signed out */
  rightRefs(userId: string | null): readonly DocumentRef[];
  /**
   * A reader for the rules of sight. Fails closed: somebody whose documents are missing is signed in, and no more.
   *
   * @param documents as read by `rightRefs`, tombstones too; others may be among them
   */
  readerOf(userId: string | null, documents: Iterable<RightDocument>): Reader;
  /** A reader once a document has changed; the same one if no right of theirs depends on it. */
  withRight(reader: Reader, document: RightDocument): Reader;
  /** The right that a document is about; `null`: it is about none. */
  rightOf(document: Pick<DocumentRef, 'collection'>): Right | null;
}

type RightDocument = Pick<Versioned, 'collection' | 'key' | 'doc'>;

/** See `Readers`. @throws Error two rights are of one collection */
export function createReaders(rights: readonly Right[]): Readers {
  const byCollection = new Map(Object.entries(merge(rights.map((right) => ({ [right.collection]: right })))));
  const rightOf = ({ collection }: Pick<DocumentRef, 'collection'>) => byCollection.get(collection) ?? null;

  function withRight(reader: Reader, document: RightDocument): Reader {
    const right = rightOf(document);
    if (right === null || (right.keys === 'own' && document.key !== reader.userId)) return reader;
    return right.apply(reader, document.key, document.doc);
  }

  return {
    rightOf,
    withRight,
    rightRefs: (userId) =>
      rights.flatMap(({ collection, keys }) =>
        (keys === 'own' ? (userId === null ? [] : [userId]) : keys).map((key) => ({ collection, key })),
      ),
    readerOf: (userId, documents) => [...documents].reduce<Reader>(withRight, { ...VISITOR, userId, closed: [] }),
  };
}
