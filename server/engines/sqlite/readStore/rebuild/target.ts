import type { BuildTarget, Scannable } from '#projections/engine/generationBuild.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import { parseJson } from '../codec.ts';
import { type DocumentTuple, type GenerationReader, WHOLE } from '../reader.ts';
import type { CollectionShape } from '../tables.ts';
import type { GenerationWriter } from '../writer.ts';
import { createBulkDocuments, createDocumentEncoder } from './bulkDocuments.ts';
import { createBulkIndexes } from './bulkIndexes.ts';
import { createBuildCache, type Held } from './cache.ts';
import { beginHandover } from './handover.ts';
import type { BuildWriter } from './writer.ts';

/** Documents that are written at a time while a build is idle: some ten milliseconds. */
const SOME_DOCUMENTS = 1_000;

/**
 * A write-behind target: folds in memory, and writes when the cache drops documents or while there is nothing to fold.
 * So a hot document is written once for many events.
 *
 * Another thread may write instead, as long as nothing has to be read from the file: until the cache is full, or the
 * fold has come to its end.
 */
export interface WriteBehindTarget extends BuildTarget {
  /** Writes some changed documents, or hands them to the thread that writes; returns whether it did. */
  writeSome(): boolean;
  /** To be called after every batch of events: hands over what has changed, and takes the file back if the cache is full. */
  handOver(): Promise<void>;
  /** Writes all changed documents. The file is this thread's again: before that, nothing can be read from it. */
  settle(): Promise<void>;
  /** Writes all changed documents, and makes the missing indexes. */
  finish(): void;
}

export interface WriteBehindOptions {
  /** The file holds documents and indexes already; else it is empty. */
  readonly isFilled?: boolean;
  /** The thread that writes an empty file at first; `null`: this one does. */
  readonly other?: BuildWriter | null;
  /** Used documents after which an age of the cache ends. */
  readonly ageDocuments?: number;
}

/** Writes a generation instead of its writer; `finish` it before others use the file. */
export function createWriteBehindTarget(
  writer: GenerationWriter,
  shapes: readonly CollectionShape[],
  { isFilled = false, other = null, ageDocuments }: WriteBehindOptions = {},
): WriteBehindTarget {
  const names = shapes.map(({ name }) => name);
  const encode = createDocumentEncoder(shapes);
  const cache = createBuildCache(names, mayForget, ageDocuments);
  const documents = createBulkDocuments(writer.db, shapes);
  const indexes = createBulkIndexes(writer.db, isFilled ? [] : shapes);

  /** While another thread has the file. */
  let handover = isFilled || other === null ? null : beginHandover(other, [writer.file, shapes], cache, encode);
  let isFull = false;

  /** While the other thread writes, nothing is dropped: what is dropped must be in the file, and can be read from it. */
  function mayForget(): boolean {
    isFull = handover !== null;
    if (!isFull) writeChanged();
    return !isFull;
  }

  const mayBeInFile = (collection: string, key: string) => isFilled || cache.mayBeForgotten(collection, key);

  /** The row of a document in the file, if it has one. */
  function rowOf({ document: { collection, key }, row }: Held): number | null {
    if (row !== null || !mayBeInFile(collection, key)) return row;
    return documents.find(collection, key)?.row ?? null;
  }

  function write(held: Held): void {
    const [tuple, fields] = encode(held.document);
    held.row = rowOf(held);
    if (held.row === null) held.row = documents.insert(tuple, fields);
    else documents.update(held.row, tuple, fields);
  }

  async function takeBack(): Promise<void> {
    await handover?.end();
    handover = null;
  }

  function writeChanged(limit = cache.changed): boolean {
    if (handover !== null) throw new Error('Another thread writes the file.');
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
    writeSome: () => handover?.some() ?? writeChanged(SOME_DOCUMENTS),
    async handOver() {
      if (isFull) await takeBack();
      while (handover?.some());
    },
    async settle() {
      await takeBack();
      flush();
    },
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
