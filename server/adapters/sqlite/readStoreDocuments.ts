import type { DatabaseSync } from 'node:sqlite';
import type { DocumentTuple } from './readStoreReader.ts';
import { type CollectionShape, documentTable, fieldColumn, queriedFields } from './readStoreTables.ts';

/** Writes a document; `fields` are the values of its queried fields. */
export type WriteDocument = (document: DocumentTuple, fields: readonly (string | null)[]) => void;

/** How documents are written. */
export interface DocumentWrites {
  /** In the place of the one with the same key. */
  readonly put: WriteDocument;
  /** Where there is none with the same key. */
  readonly insert: WriteDocument;
}

/** Prepares writing the documents of all collections. */
export function prepareDocuments(db: DatabaseSync, shapes: readonly CollectionShape[]): DocumentWrites {
  const writes = new Map(shapes.map((shape) => [shape.name, prepareWrites(db, shape)]));
  const of = (collection: string): DocumentWrites => {
    const found = writes.get(collection);
    if (found === undefined) throw new Error(`There is no collection ${collection}.`);
    return found;
  };
  return {
    put: (document, fields) => of(document[0]).put(document, fields),
    insert: (document, fields) => of(document[0]).insert(document, fields),
  };
}

/**
 * Most puts change none of the queried fields (a counter, a bump of a comment). They are tried first as an update
 * that names no indexed column: SQLite rewrites every index whose column is named, changed or not.
 */
function prepareWrites(db: DatabaseSync, shape: CollectionShape): DocumentWrites {
  const table = documentTable(shape.name);
  const fieldColumns = queriedFields(shape).map(fieldColumn);
  const columns = ['position', 'doc', ...fieldColumns];
  const inserted = `INSERT INTO ${table} (key, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`;
  const replaced = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  const sameFields = fieldColumns.map((column) => ` AND ${column} IS ?`).join('');
  const insert = db.prepare(inserted);
  const upsert = db.prepare(`${inserted} ON CONFLICT (key) DO UPDATE SET ${replaced}`);
  const update = db.prepare(`UPDATE ${table} SET position = ?, doc = ? WHERE key = ?${sameFields}`);
  return {
    insert: ([, key, position, doc], fields) => void insert.run(key, position, doc, ...fields),
    put([, key, position, doc], fields) {
      const { changes } = update.run(position, doc, key, ...fields);
      if (changes === 0) upsert.run(key, position, doc, ...fields);
    },
  };
}
