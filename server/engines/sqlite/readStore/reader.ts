import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { START } from '#projections/engine/eventLog.ts';
import type { PageBounds } from '#projections/engine/readStore.ts';
import { openDatabase } from '../database.ts';
import { withRuntimeErrors } from '../sqliteErrors.ts';
import { type CollectionShape, documentTable, fieldColumn, generationKind, queryIndex } from './tables.ts';

/** A document as it crosses the thread border: collection, key, position, JSON text or `null`. */
export type DocumentTuple = readonly [collection: string, key: string, position: string, doc: string | null];
/** A row of the feed: position, collection, key, before, doc (JSON), topics (JSON), left topics (JSON or `null`). */
export type FeedTuple = readonly [string, string, string, string | null, string | null, string, string | null];
/** A page of the feed: its rows, and the row number and position of its end. */
export type FeedPageTuple = readonly [rows: readonly FeedTuple[], row: number, position: string];
export type ParkedTuple = readonly [collection: string, key: string, position: string, error: string];

/** Reads of both threads, each on its own connection. */
export interface GenerationReader {
  meta(name: string): string | null;
  /** Entries of `meta` whose names begin so. */
  metaLike(prefix: string): readonly (readonly [name: string, value: string])[];
  get(refs: readonly (readonly [collection: string, key: string])[]): readonly DocumentTuple[];
  query(collection: string, query: string, values: readonly string[], page: PageBounds): readonly DocumentTuple[];
  parked(): readonly ParkedTuple[];
  /** Number of the last row of the feed (0: none) and the checkpoint, as of one moment. */
  feedEnd(): readonly [row: number, position: string];
  /** See `ReadStore.feedAfter`. */
  feedAfter(row: number, limit: number): FeedPageTuple | null;
  /** Documents that left a topic at or after a position, as they are now: some may be in it again. */
  leavers(topic: string, position: string): readonly DocumentTuple[];
  /** Documents that changed after a position, each once. */
  changedAfter(position: string): readonly (readonly [collection: string, key: string])[];
  /** Documents of a collection in key order, from after a key on. */
  scan(collection: string, after: string, limit: number): readonly DocumentTuple[];
}

/** All of a query. */
export const WHOLE: PageBounds = { below: null, atOrAbove: null, limit: -1 };

/** Opens a generation for reading; synchronous, for a worker thread. */
export function openGenerationReader(
  file: string,
  shapes: readonly CollectionShape[],
): GenerationReader & { close(): void } {
  const db = openDatabase(file, generationKind(shapes), true);
  return { ...readGeneration(db, file, shapes), close: () => db.close() };
}

/** The reads of a generation on an open connection. Errors of SQLite become `Unavailable`. */
export function readGeneration(db: DatabaseSync, file: string, shapes: readonly CollectionShape[]): GenerationReader {
  const byName = new Map(shapes.map((shape) => [shape.name, shape]));
  const prepared = new Map<string, StatementSync>();

  function statement(sql: string): StatementSync {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const made = db.prepare(sql);
    made.setReturnArrays(true);
    prepared.set(sql, made);
    return made;
  }

  function all<Row>(sql: string, ...values: (string | number)[]): readonly Row[] {
    return withRuntimeErrors(file, () => statement(sql).all(...values) as unknown as readonly Row[]);
  }

  function documentByKey(collection: string, key: string): readonly DocumentTuple[] {
    return tuples(collection, all(`SELECT key, position, doc FROM ${documentTable(collection)} WHERE key = ?`, key));
  }

  const meta = (name: string) => all<readonly [string]>('SELECT value FROM meta WHERE name = ?', name)[0]?.[0] ?? null;
  const feedEnd = () => all<readonly [number, string]>(FEED_END)[0] ?? ([0, START] as const);

  return {
    meta,
    metaLike: (prefix) => all('SELECT name, value FROM meta WHERE substr(name, 1, ?) = ?', prefix.length, prefix),
    get: (refs) => refs.flatMap(([collection, key]) => documentByKey(collection, key)),
    query(collection, query, values, page) {
      const shape = byName.get(collection);
      if (shape === undefined) throw new Error(`There is no collection ${collection}.`);
      const { sql, bounds } = querySql(shape, query, page);
      return tuples(collection, all(sql, ...values, ...bounds, page.limit));
    },
    parked: () => all('SELECT collection, key, position, error FROM parked ORDER BY position, collection, key'),
    feedEnd,
    feedAfter(row, limit) {
      // Rows committed after this look are left for the next one, so that the page ends at a checkpoint.
      const [, checkpoint] = feedEnd();
      const found = all<readonly [number, ...FeedTuple]>(FEED_AFTER, row, checkpoint, row, limit - 1);
      // After the rows were read: those that are no longer whole then may not have been whole before.
      if (Number(meta(META.slimmed) ?? 0) > row) return null;
      const last = found.at(-1);
      const rows = found.map(([, ...tuple]) => tuple);
      return found.length < limit || last === undefined
        ? [rows, last?.[0] ?? row, checkpoint]
        : [rows, last[0], last[1]];
    },
    leavers: (topic, position) =>
      all<readonly [string, string]>(LEAVERS, topic, position).flatMap(([collection, key]) =>
        documentByKey(collection, key),
      ),
    changedAfter: (position) => all('SELECT DISTINCT collection, key FROM feed WHERE position > ?', position),
    scan: (collection, after, limit) => tuples(collection, all(`${scanSql(collection)} LIMIT ?`, after, limit)),
  };
}

function tuples(collection: string, rows: readonly unknown[]): readonly DocumentTuple[] {
  return (rows as readonly (readonly [string, string, string | null])[]).map((row) => [collection, ...row]);
}

const FEED_END = `
  SELECT (SELECT coalesce(max(id), 0) FROM feed), coalesce((SELECT value FROM meta WHERE name = 'checkpoint'), '${START}')`;

/** In the order of writing. Whole positions: up to that of the row at which the limit is reached, all of its rows. */
const FEED_AFTER = `
  SELECT id, position, collection, key, before, doc, topics, left_topics FROM feed
  WHERE id > ? AND position <= ? AND position <= coalesce(
    (SELECT position FROM feed WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?),
    '~')
  ORDER BY id`;

const LEAVERS = 'SELECT DISTINCT collection, key FROM leaves WHERE topic = ? AND position >= ?';

function scanSql(collection: string): string {
  return `SELECT key, position, doc FROM ${documentTable(collection)} WHERE key > ? ORDER BY key`;
}

/**
 * The SQL of a declared query for one shape of page. It names the query's own index: without statistics the planner takes
 * the index of fewer equal fields where both bounds are given, and filters all documents between them.
 */
export function querySql(
  shape: CollectionShape,
  query: string,
  { below, atOrAbove }: PageBounds,
): { readonly sql: string; readonly bounds: readonly string[] } {
  const declaration = shape.queries[query];
  if (declaration === undefined) throw new Error(`Collection ${shape.name} declares no query ${query}.`);
  const { equals, order } = declaration;
  const conditions = equals.map((field) => `${fieldColumn(field)} = ?`);
  const bounds: string[] = [];
  if (order !== null && below !== null) {
    conditions.push(`${fieldColumn(order)} < ?`);
    bounds.push(below);
  }
  if (order !== null && atOrAbove !== null) {
    conditions.push(`${fieldColumn(order)} >= ?`);
    bounds.push(atOrAbove);
  }
  const ordering = order === null ? 'key' : `${fieldColumn(order)} DESC, key DESC`;
  const table = `${documentTable(shape.name)} INDEXED BY ${queryIndex(shape, query).name}`;
  const from = `FROM ${table} WHERE ${conditions.join(' AND ')}`;
  return { sql: `SELECT key, position, doc ${from} ORDER BY ${ordering} LIMIT ?`, bounds };
}

/** Names in the `meta` table. */
export const META = {
  /** Position up to which the documents are folded. */
  checkpoint: 'checkpoint',
  /** First position from which the feed is whole. */
  floor: 'floor',
  /** Id of the last row of the feed that was reduced. */
  slimmed: 'slimmed',
  /** Kept over rebuilds by the same versions: while it is the same, cursors can be continued. */
  lineage: 'lineage',
  /** Recording of the event at the checkpoint, empty where it is not known. */
  recording: 'recording',
  /** Era of the log in which the checkpoint was made. */
  era: 'era',
  /** In a file that is prepared: the lineage of the live one that it is built beside. */
  preparedBeside: 'prepared beside',
  /** In a file that is prepared: position of the live file from which on carried documents may be older than there. */
  carriedFrom: 'carried from',
} as const;

/** Checkpoint of a new generation. */
export const NEW_CHECKPOINT = START;
