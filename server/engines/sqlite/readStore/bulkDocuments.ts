import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { DocumentTuple } from './reader.ts';
import { type CollectionShape, documentTable, fieldColumn, fieldValues, queriedFields } from './tables.ts';

/**
 * Writes documents of a generation under construction by row id, which saves the look-up of keys. For use inside a
 * transaction.
 */
export interface BulkDocuments {
  /** Inserts a new document, and returns its row. */
  insert(document: DocumentTuple, doc: unknown): number;
  /** Replaces the document in a row. */
  update(row: number, document: DocumentTuple, doc: unknown): void;
  /** A document and its row. */
  find(collection: string, key: string): { readonly row: number; readonly tuple: DocumentTuple } | undefined;
}

/** The statements of one collection, and the queried fields that they bind. */
interface Statements {
  readonly fields: readonly string[];
  readonly insert: StatementSync;
  readonly update: StatementSync;
  /** An update without queried fields, which matches no row if one of them has changed. `null`: there are no fields. */
  readonly updateSame: StatementSync | null;
  readonly find: StatementSync;
}

export function createBulkDocuments(db: DatabaseSync, shapes: readonly CollectionShape[]): BulkDocuments {
  const statements = new Map(shapes.map((shape) => [shape.name, prepare(db, shape)]));
  const of = (collection: string): Statements => {
    const found = statements.get(collection);
    if (found === undefined) throw new Error(`There is no collection ${collection}.`);
    return found;
  };

  return {
    insert([collection, key, position, text], doc) {
      const { fields, insert } = of(collection);
      return Number(insert.run(key, position, text, ...fieldValues(fields, doc)).lastInsertRowid);
    },
    update(row, [collection, , position, text], doc) {
      const { fields, update, updateSame } = of(collection);
      const bound: readonly SQLInputValue[] = [position, text, row, ...fieldValues(fields, doc)];
      // SQLite rewrites every index whose column an update names, changed or not, and most updates change no queried
      // field.
      if (updateSame !== null && updateSame.run(...bound).changes !== 0) return;
      update.run(...bound);
    },
    find(collection, key) {
      const [found] = of(collection).find.all(key) as unknown as (readonly [number, string, string | null])[];
      if (found === undefined) return undefined;
      const [row, position, text] = found;
      return { row, tuple: [collection, key, position, text] };
    },
  };
}

function prepare(db: DatabaseSync, shape: CollectionShape): Statements {
  const table = documentTable(shape.name);
  const fields = queriedFields(shape);
  const columns = fields.map(fieldColumn);
  // ?1 position, ?2 document, ?3 row, then the fields.
  const parameter = (place: number) => `?${place + 4}`;
  const set = columns.map((column, place) => `, ${column} = ${parameter(place)}`).join('');
  const same = columns.map((column, place) => ` AND ${column} IS ${parameter(place)}`).join('');
  const updating = `UPDATE ${table} SET position = ?1, doc = ?2`;
  const all = ['key', 'position', 'doc', ...columns];
  const find = db.prepare(`SELECT rowid, position, doc FROM ${table} WHERE key = ?`);
  find.setReturnArrays(true);
  return {
    fields,
    insert: db.prepare(`INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`),
    update: db.prepare(`${updating}${set} WHERE rowid = ?3`),
    updateSame: columns.length === 0 ? null : db.prepare(`${updating} WHERE rowid = ?3${same}`),
    find,
  };
}
