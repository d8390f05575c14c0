import type { BuildTarget, Scannable } from '#projections/engine/generationBuild.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import { createBuildCache, type Held } from './buildCache.ts';
import { createBulkDocuments } from './bulkDocuments.ts';
import { createBulkIndexes } from './bulkIndexes.ts';
import { parseJson } from './codec.ts';
import { type DocumentTuple, type GenerationReader, WHOLE } from './reader.ts';
import type { CollectionShape } from './tables.ts';
import type { GenerationWriter } from './writer.ts';

/** Documents that are written at a time while a build is idle: some ten milliseconds. */
const SOME_DOCUMENTS = 1_000;

/**
 * A write-behind target: folds in memory, and writes when the cache drops documents or while there is nothing to fold.
 * So a hot document is written once for many events.
 */
export interface WriteBehindTarget extends BuildTarget {
  /** Writes all changed documents. */
  flush(): void;
  /** Writes some changed documents; returns whether there were any. */
  writeSome(): boolean;
  /** Writes all changed documents, and makes the missing indexes. */
  finish(): void;
}

/**
 * Writes a generation instead of its writer; `finish` it before others use the file.
 * @param isFilled the file holds documents and indexes already, else it is empty
 */
export function createWriteBehindTarget(
  writer: GenerationWriter,
  shapes: readonly CollectionShape[],
  isFilled = false,
): WriteBehindTarget {
  const names = shapes.map(({ name }) => name);
  const cache = createBuildCache(names, () => void writeChanged());
  const documents = createBulkDocuments(writer.db, shapes);
  const indexes = createBulkIndexes(writer.db, isFilled ? [] : shapes);

  const mayBeInFile = (collection: string, key: string) => isFilled || cache.mayBeForgotten(collection, key);

  /** The row of a document in the file, if it has one. */
  function rowOf({ document: { collection, key }, row }: Held): number | null {
    if (row !== null || !mayBeInFile(collection, key)) return row;
    return documents.find(collection, key)?.row ?? null;
  }

  function write(held: Held): void {
    const { collection, key, position, doc } = held.document;
    const tuple: DocumentTuple = [collection, key, position, doc === null ? null : JSON.stringify(doc)];
    held.row = rowOf(held);
    if (held.row === null) held.row = documents.insert(tuple, doc);
    else documents.update(held.row, tuple, doc);
  }

  function writeChanged(limit = cache.changed): boolean {
    if (cache.changed === 0) return false;
    // One transaction for many writes, so that a page that changes often is written to the file once.
    if (!writer.db.isTransaction) writer.db.exec('BEGIN');
    cache.takeChanged(limit).forEach(write);
    return true;
  }

  function flush(): void {
    writeChanged();
    if (writer.db.isTransaction) writer.db.exec('COMMIT');
  }

  return {
    flush,
    writeSome: () => writeChanged(SOME_DOCUMENTS),
    get(collection, key) {
      const held = cache.get(collection, key);
      if (held !== undefined || !mayBeInFile(collection, key)) return held;
      const found = documents.find(collection, key);
      if (found === undefined) return undefined;
      const document = versioned(found.tuple);
      cache.keep(document, found.row);
      return document;
    },
    query(collection, query, values) {
      flush();
      indexes.need(collection, query);
      return writer.query(collection, query, values, WHOLE).map(versioned);
    },
    put: cache.put,
    scan(collection, after, limit) {
      flush();
      return writer.scan(collection, after, limit).map(versioned);
    },
    finish() {
      flush();
      indexes.finish();
    },
  };
}

/** Reads of a generation with its documents parsed. */
export function scannable(reader: GenerationReader): Scannable {
  return {
    get(collection, key) {
      const [tuple] = reader.get([[collection, key]]);
      return tuple === undefined ? undefined : versioned(tuple);
    },
    scan: (collection, after, limit) => reader.scan(collection, after, limit).map(versioned),
  };
}

function versioned([collection, key, position, doc]: DocumentTuple): Versioned {
  return { collection, key, position, doc: parseJson(doc) };
}
