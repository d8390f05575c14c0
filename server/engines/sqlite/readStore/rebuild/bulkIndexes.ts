import type { DatabaseSync } from 'node:sqlite';
import { type CollectionShape, type QueryIndex, queryIndex } from '../tables.ts';

/** Bytes of the file that are mapped while indexes are made: each of them goes through a whole table. */
const MAPPED_BYTES = 2 ** 30;

/**
 * The indexes of a generation under construction: making one at the end is far faster than updating it with every
 * write.
 */
export interface BulkIndexes {
  /** Makes the index of a query, if it is not there. */
  need(collection: string, query: string): void;
  /** Makes all that are missing. */
  finish(): void;
}

/** Drops the indexes of an empty generation. */
export function createBulkIndexes(db: DatabaseSync, shapes: readonly CollectionShape[]): BulkIndexes {
  const missing = new Map<string, QueryIndex>(
    shapes.flatMap((shape) =>
      Object.keys(shape.queries).map((query) => [`${shape.name} ${query}`, queryIndex(shape, query)] as const),
    ),
  );
  for (const { name } of missing.values()) db.exec(`DROP INDEX ${name}`);

  function make(id: string): void {
    const index = missing.get(id);
    if (index === undefined) return;
    db.exec(index.sql);
    missing.delete(id);
  }

  return {
    need: (collection, query) => make(`${collection} ${query}`),
    finish() {
      if (missing.size === 0) return;
      db.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
      [...missing.keys()].forEach(make);
      db.exec('PRAGMA mmap_size = 0');
    },
  };
}
