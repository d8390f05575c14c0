import type { AnyCollection, QueryDeclaration, Versioned } from './collection.ts';

/** The documents that events are folded over: at their versions, by key and by declared query. */
export interface FoldSource {
  /** `undefined`: the document never existed; a tombstone has `doc: null`. */
  get(collection: string, key: string): Versioned | undefined;
  /** Documents of a declared query in its order, without tombstones. */
  query(collection: string, query: string, values: readonly string[]): readonly Versioned[];
}

/** Documents in memory. A declared query gets its index when it is first asked: few folds ever ask one. */
export interface DocumentSet extends FoldSource {
  /** Replaces the document with the same key. */
  put(document: Versioned): void;
  /** All documents of a collection, tombstones included, in no particular order. */
  all(collection: string): Iterable<Versioned>;
}

/** Documents of one query by the values of its `equals` fields. */
interface QueryIndex {
  readonly declaration: QueryDeclaration;
  readonly keysByValues: Map<string, Set<string>>;
}

interface Table {
  readonly declarations: Readonly<Record<string, QueryDeclaration>>;
  readonly documents: Map<string, Versioned>;
  readonly indexes: Map<string, QueryIndex>;
}

/** Parts the values in an index key; no field that is queried may hold it. */
const VALUE_SEPARATOR = '\u0000';

/** An empty set of documents for the given collections. */
export function createDocumentSet(collections: Iterable<AnyCollection>): DocumentSet {
  const tables = new Map([...collections].map((collection) => [collection.name, createTable(collection)]));

  function table(collection: string): Table {
    const found = tables.get(collection);
    if (found === undefined) throw new Error(`There is no collection ${collection}.`);
    return found;
  }

  return {
    get: (collection, key) => table(collection).documents.get(key),
    query: (collection, query, values) => select(table(collection), collection, query, values),
    all: (collection) => table(collection).documents.values(),
    put(document) {
      const { documents, indexes } = table(document.collection);
      const before = indexes.size === 0 ? undefined : documents.get(document.key);
      documents.set(document.key, document);
      for (const index of indexes.values()) reindex(index, document.key, before?.doc, document.doc);
    },
  };
}

function createTable({ queries }: AnyCollection): Table {
  return { declarations: queries, documents: new Map(), indexes: new Map() };
}

function select(table: Table, collection: string, query: string, values: readonly string[]): readonly Versioned[] {
  const index = table.indexes.get(query) ?? createIndex(table, collection, query);
  const keys = index.keysByValues.get(values.join(VALUE_SEPARATOR)) ?? [];
  const found = [...keys].flatMap((key) => table.documents.get(key) ?? []);
  return found.sort(inOrder(index.declaration));
}

function createIndex({ declarations, documents, indexes }: Table, collection: string, query: string): QueryIndex {
  const declaration = declarations[query];
  if (declaration === undefined) throw new Error(`Collection ${collection} declares no query ${query}.`);
  const index: QueryIndex = { declaration, keysByValues: new Map() };
  for (const { key, doc } of documents.values()) reindex(index, key, null, doc);
  indexes.set(query, index);
  return index;
}

/** How a query orders its documents: by key ascending, or by its field descending (equal ones by key descending). */
export function inOrder({ order }: QueryDeclaration): (a: Versioned, b: Versioned) => number {
  if (order === null) return (a, b) => compareText(a.key, b.key);
  return (a, b) => compareText(orderValue(b, order), orderValue(a, order)) || compareText(b.key, a.key);
}

/** The value of a document's order field; documents without one sort last. */
export function orderValue(document: Versioned, field: string): string {
  const value = fieldOf(document.doc, field);
  return typeof value === 'string' ? value : '';
}

/** Byte order of ASCII strings, which keys and positions are. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function reindex(index: QueryIndex, key: string, before: unknown, after: unknown): void {
  const from = valuesOf(index.declaration, before);
  const to = valuesOf(index.declaration, after);
  if (from === to) return;
  if (from !== null) removeKey(index.keysByValues, from, key);
  if (to !== null) addKey(index.keysByValues, to, key);
}

function addKey(keysByValues: Map<string, Set<string>>, values: string, key: string): void {
  const keys = keysByValues.get(values);
  if (keys === undefined) keysByValues.set(values, new Set([key]));
  else keys.add(key);
}

function removeKey(keysByValues: Map<string, Set<string>>, values: string, key: string): void {
  const keys = keysByValues.get(values);
  keys?.delete(key);
  if (keys?.size === 0) keysByValues.delete(values);
}

/** The index key of a document; `null` for a tombstone, or when one of the fields is not a string. */
function valuesOf({ equals }: QueryDeclaration, doc: unknown): string | null {
  let values = '';
  for (const [place, name] of equals.entries()) {
    const value = fieldOf(doc, name);
    if (typeof value !== 'string') return null;
    values = place === 0 ? value : `${values}${VALUE_SEPARATOR}${value}`;
  }
  return doc === null || doc === undefined ? null : values;
}

function fieldOf(doc: unknown, name: string): unknown {
  return typeof doc === 'object' && doc !== null ? (doc as Record<string, unknown>)[name] : undefined;
}
