import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { DocumentTuple } from '../reader.ts';
import { type CollectionShape, documentTable, fieldColumn, fieldValues, queriedFields } from '../tables.ts';

/**
 * Writes documents of a generation under construction by row id, which saves the look-up of keys. For use inside a
 * transaction.
 */
export interface BulkDocuments {
  /** Inserts a new document, and returns its row: the given one, or the next of the table. */
  insert(document: DocumentTuple, fields: FieldValues, row?: number): number;
  /** Replaces the document in a row. */
  update(row: number, document: DocumentTuple, fields: FieldValues): void;
  /** A document and its row. */
  find(collection: string, key: string): { readonly row: number; readonly tuple: DocumentTuple } | undefined;
}

/** Values of the queried fields of a document. */
export type FieldValues = readonly (string | null)[];

/** Makes of a document what is written of it. */
export type EncodeDocument = (document: Versioned) => readonly [tuple: DocumentTuple, fields: FieldValues];

export function createDocumentEncoder(shapes: readonly CollectionShape[]): EncodeDocument {
  const fieldsOf = new Map(shapes.map((shape) => [shape.name, queriedFields(shape)]));
  return ({ collection, key, position, doc }) => {
    const text = doc === null ? null : JSON.stringify(doc);
    return [[collection, key, position, text], fieldValues(fieldsOf.get(collection) ?? [], doc)];
  };
}

/** The statements of one collection. */
interface Statements {
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
    insert([collection, key, position, text], fields, row) {
      const { insert } = of(collection);
      return Number(insert.run(row ?? null, key, position, text, ...fields).lastInsertRowid);
    },
    update(row, [collection, , position, text], fields) {
      const { update, updateSame } = of(collection);
      const bound: readonly SQLInputValue[] = [position, text, row, ...fields];
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
  const columns = queriedFields(shape).map(fieldColumn);
  // ?1 position, ?2 document, ?3 row, then the fields.
  const parameter = (place: number) => `?${place + 4}`;
  const set = columns.map((column, place) => `, ${column} = ${parameter(place)}`).join('');
  const same = columns.map((column, place) => ` AND ${column} IS ${parameter(place)}`).join('');
  const updating = `UPDATE ${table} SET position = ?1, doc = ?2`;
  const all = ['rowid', 'key', 'position', 'doc', ...columns];
  const find = db.prepare(`SELECT rowid, position, doc FROM ${table} WHERE key = ?`);
  find.setReturnArrays(true);
  return {
    insert: db.prepare(`INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`),
    update: db.prepare(`${updating}${set} WHERE rowid = ?3`),
    updateSame: columns.length === 0 ? null : db.prepare(`${updating} WHERE rowid = ?3${same}`),
    find,
  };
}
