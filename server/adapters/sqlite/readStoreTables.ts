import type { AnyCollection, QueryDeclaration } from '#projections/kernel/collection.ts';
import type { DatabaseKind } from './database.ts';

/** What the threads of the read store need to know of a collection: plain data, unlike its declaration. */
export interface CollectionShape {
  readonly name: string;
  readonly queries: Readonly<Record<string, QueryDeclaration>>;
  readonly subject: string | null;
  readonly personal: readonly string[];
}

export function shapeOf({ name, queries, subject, personal }: AnyCollection): CollectionShape {
  return { name, queries, subject, personal };
}

/** Table of a collection's documents: key, position, document as JSON (NULL when gone), one column a queried field. */
export function documentTable(collection: string): string {
  return `documents_${identifier(collection)}`;
}

/** Column that repeats a field of the documents, for indexes. */
export function fieldColumn(field: string): string {
  return `field_${identifier(field)}`;
}

/** Fields of the documents that queries name, each once. */
export function queriedFields({ queries }: CollectionShape): readonly string[] {
  const fields = Object.values(queries).flatMap(({ equals, order }) => (order === null ? equals : [...equals, order]));
  return [...new Set(fields)];
}

/** Values of the queried fields of a document; what is no string is in no result. */
export function fieldValues(fields: readonly string[], doc: unknown): readonly (string | null)[] {
  const values = typeof doc === 'object' && doc !== null ? (doc as Readonly<Record<string, unknown>>) : {};
  return fields.map((field) => {
    const value = values[field];
    return typeof value === 'string' ? value : null;
  });
}

/**
 * `synchronous=NORMAL`: a power cut may lose the last commits but tears nothing. That is enough here: read models are
 * disposable, their checkpoint is lost with them, and the projector folds the lost events again from the log.
 * `secure_delete`: what is erased must leave the file's bytes too (P10).
 */
const PRAGMAS = `
  PRAGMA synchronous = NORMAL;
  PRAGMA secure_delete = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -65536;
`;

/** The file of one generation of read models. */
export function generationKind(shapes: readonly CollectionShape[]): DatabaseKind {
  return {
    name: 'read models',
    applicationId: 0x51_75_52_6d, // "QuRm"
    format: 1,
    schema: [SHARED_TABLES, ...shapes.flatMap(documentStatements)].join('\n'),
    pragmas: PRAGMAS,
  };
}

/**
 * `feed`: the change feed in log order. Rows are whole for 72 h; of older ones (position, collection, key) stays for
 * good, `topics` is NULL then. `leaves`: which document left which topic, and when. `marks`: when what was written.
 */
const SHARED_TABLES = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE parked (
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    position TEXT NOT NULL,
    error TEXT NOT NULL,
    PRIMARY KEY (collection, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE feed (
    id INTEGER PRIMARY KEY,
    position TEXT NOT NULL,
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    before TEXT,
    doc TEXT,
    topics TEXT,
    left_topics TEXT,
    subject TEXT
  ) STRICT;
  CREATE INDEX feed_by_position ON feed (position);
  CREATE INDEX feed_by_subject ON feed (subject) WHERE subject IS NOT NULL;
  CREATE TABLE leaves (
    topic TEXT NOT NULL,
    position TEXT NOT NULL,
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (topic, position, collection, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX leaves_by_position ON leaves (position);
  CREATE TABLE marks (position TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

function documentStatements(shape: CollectionShape): readonly string[] {
  const table = documentTable(shape.name);
  const columns = queriedFields(shape).map((field) => `, ${fieldColumn(field)} TEXT`);
  return [
    `CREATE TABLE ${table} (key TEXT PRIMARY KEY, position TEXT NOT NULL, doc TEXT${columns.join('')}) STRICT;`,
    ...Object.entries(shape.queries).map(([query, { equals, order }]) => {
      const indexed = order === null ? equals : [...equals, order];
      return `CREATE INDEX ${table}_${identifier(query)} ON ${table} (${indexed.map(fieldColumn).join(', ')}, key);`;
    }),
  ];
}

/** Names of collections, queries and fields are ours; anything but letters and digits is a bug, not input. */
function identifier(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) throw new Error(`${name} can't be part of a table's name.`);
  return name;
}
