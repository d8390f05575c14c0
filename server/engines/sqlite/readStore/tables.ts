import type { AnyCollection, QueryDeclaration } from '#projections/kernel/collection.ts';
import type { DatabaseKind } from '../database.ts';

/** Shape of a collection for the threads of the read store: plain data, unlike its declaration. */
export interface CollectionShape {
  readonly name: string;
  readonly queries: Readonly<Record<string, QueryDeclaration>>;
}

export function shapeOf({ name, queries }: AnyCollection): CollectionShape {
  return { name, queries };
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

/** Values of the queried fields of a document; a value that is no string is in no result. */
export function fieldValues(fields: readonly string[], doc: unknown): readonly (string | null)[] {
  const values = typeof doc === 'object' && doc !== null ? (doc as Readonly<Record<string, unknown>>) : {};
  return fields.map((field) => {
    const value = values[field];
    return typeof value === 'string' ? value : null;
  });
}

/**
 * KiB of pages that the writer keeps in memory. Those that it does not keep come from the system's cache: with 2 MiB
 * to 64 MiB a commit and a rebuild take the same time (docs/proof/bench.md).
 */
const CACHE_KIB = 8_192;
/** Pages of 4 KiB in the write-ahead log before a checkpoint: a higher number means fewer writes. */
const WAL_PAGES = 4_000;

/**
 * `synchronous=NORMAL`: a power cut may lose the last commits but causes no torn write. That is enough: a lost commit
 * loses its checkpoint too, and the projector folds the events again from the log.
 */
const PRAGMAS = `
  PRAGMA synchronous = NORMAL;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -${CACHE_KIB};
  PRAGMA wal_autocheckpoint = ${WAL_PAGES};
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
 * good, `topics` is NULL then. `leaves`: which document left which topic, and when. `marks`: positions and their times.
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
    left_topics TEXT
  ) STRICT;
  CREATE INDEX feed_by_position ON feed (position);
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
    ...Object.keys(shape.queries).map((query) => queryIndex(shape, query).sql),
  ];
}

/** The index of a declared query, and the SQL that makes it. */
export interface QueryIndex {
  readonly name: string;
  readonly sql: string;
}

/** The index of a query of a collection. */
export function queryIndex(shape: CollectionShape, query: string): QueryIndex {
  const declaration = shape.queries[query];
  if (declaration === undefined) throw new Error(`Collection ${shape.name} declares no query ${query}.`);
  const { equals, order } = declaration;
  const columns = (order === null ? equals : [...equals, order]).map(fieldColumn);
  const table = documentTable(shape.name);
  const name = `${table}_${identifier(query)}`;
  // A document without one of the queried values is in no result and needs no entry: most comments are in no feed and
  // on no profile.
  const present = equals.map((field) => `${fieldColumn(field)} IS NOT NULL`);
  const where = present.length === 0 ? '' : ` WHERE ${present.join(' AND ')}`;
  return { name, sql: `CREATE INDEX ${name} ON ${table} (${columns.join(', ')}, key)${where};` };
}

/**
 * Names of collections, queries and fields are the program's own; other characters than letters and digits are a bug.
 */
function identifier(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) throw new Error(`${name} can't be part of a table's name.`);
  return name;
}
