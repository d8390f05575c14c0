import type { DatabaseSync } from 'node:sqlite';
import type { DocumentTuple } from './reader.ts';
import { type CollectionShape, documentTable, fieldColumn, queriedFields } from './tables.ts';

/** Writes a document in the place of the one with the same key; `fields` are the values of its queried fields. */
export type PutDocument = (document: DocumentTuple, fields: readonly (string | null)[]) => void;

/** Prepares writing the documents of all collections. */
export function prepareDocuments(db: DatabaseSync, shapes: readonly CollectionShape[]): PutDocument {
  const puts = new Map(shapes.map((shape) => [shape.name, preparePut(db, shape)]));
  return (document, fields) => {
    const put = puts.get(document[0]);
    if (put === undefined) throw new Error(`There is no collection ${document[0]}.`);
    put(document, fields);
  };
}

/**
 * Most puts change none of the queried fields (a counter, a bump of a comment). They are tried first as an update
 * that names no indexed column: SQLite rewrites every index whose column is named, changed or not.
 */
function preparePut(db: DatabaseSync, shape: CollectionShape): PutDocument {
  const table = documentTable(shape.name);
  const fieldColumns = queriedFields(shape).map(fieldColumn);
  const columns = ['position', 'doc', ...fieldColumns];
  const inserted = `INSERT INTO ${table} (key, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`;
  const replaced = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  const sameFields = fieldColumns.map((column) => ` AND ${column} IS ?`).join('');
  const upsert = db.prepare(`${inserted} ON CONFLICT (key) DO UPDATE SET ${replaced}`);
  const update = db.prepare(`UPDATE ${table} SET position = ?, doc = ? WHERE key = ?${sameFields}`);
  return ([, key, position, doc], fields) => {
    const { changes } = update.run(position, doc, key, ...fields);
    if (changes === 0) upsert.run(key, position, doc, ...fields);
  };
}
