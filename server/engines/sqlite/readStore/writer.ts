import type { DatabaseSync } from 'node:sqlite';
import { CheckpointMismatch } from '#projections/engine/readStore.ts';
import type { Read } from '#projections/kernel/projection.ts';
import { openBeside, openDatabase, transaction } from '../database.ts';
import { withRuntimeErrors } from '../sqliteErrors.ts';
import { prepareDocuments } from './documents.ts';
import {
  type DocumentTuple,
  type GenerationReader,
  META,
  NEW_CHECKPOINT,
  type ParkedTuple,
  readGeneration,
  WHOLE,
} from './reader.ts';
import { createFeedKeeper, type FeedKeeper } from './retention.ts';
import { type CollectionShape, generationKind } from './tables.ts';

/** A row of a commit as it crosses the thread border. */
export interface RowMessage {
  readonly collection: string;
  readonly key: string;
  readonly position: string;
  readonly before: string | null;
  /** JSON text. */
  readonly doc: string | null;
  readonly topics: string;
  readonly left: readonly string[];
  /** Values of the queried fields when this is the newest row of its document, else `null`. */
  readonly fields: readonly (string | null)[] | null;
}

/** A commit as it crosses the thread border. */
export interface CommitMessage {
  readonly from: string;
  readonly to: string;
  readonly recording: string | null;
  /** Milliseconds since 1970: when it was written, for the retention of the feed. */
  readonly at: number;
  readonly rows: readonly RowMessage[];
  readonly parked: readonly ParkedTuple[];
}

/**
 * Writes one generation; synchronous, for a worker thread. There is one writer on a file. `setMeta` and `park` are for
 * use inside `transaction`: they write nothing to the feed.
 */
export interface GenerationWriter extends GenerationReader {
  load(reads: readonly Read[]): readonly DocumentTuple[];
  /** @returns number of the last row of the feed @throws CheckpointMismatch */
  commit(batch: CommitMessage): number;
  setMeta(name: string, value: string): void;
  park(entries: readonly ParkedTuple[]): void;
  transaction(work: () => void): void;
  readonly db: DatabaseSync;
  readonly file: string;
  close(): void;
}

/**
 * @param isJustBuilt this process has written the file a moment ago: nothing of it is checked again
 * @throws DataFolderRefused
 */
export function openGenerationWriter(
  file: string,
  shapes: readonly CollectionShape[],
  isJustBuilt = false,
): GenerationWriter {
  const db = (isJustBuilt ? openBeside : openDatabase)(file, generationKind(shapes));
  const reader = readGeneration(db, file, shapes);
  const statements = prepareStatements(db, shapes);
  const setMeta = (name: string, value: string) => void statements.meta.run(name, value);
  const keeper = createFeedKeeper(db, { get: reader.meta, set: setMeta });
  const run = (work: () => void): void => withRuntimeErrors(file, () => transaction(db, work));

  return {
    ...reader,
    db,
    file,
    load: (reads) => load(reader, reads),
    commit(batch) {
      run(() => write(reader, statements, keeper, batch));
      return reader.feedEnd()[0];
    },
    setMeta,
    park: (entries) => park(statements, entries),
    transaction: run,
    close: () => db.close(),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(db: DatabaseSync, shapes: readonly CollectionShape[]) {
  return {
    put: prepareDocuments(db, shapes),
    row: db.prepare(
      'INSERT INTO feed (position, collection, key, before, doc, topics, left_topics) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    leave: db.prepare('INSERT OR IGNORE INTO leaves (topic, position, collection, key) VALUES (?, ?, ?, ?)'),
    park: db.prepare('INSERT OR IGNORE INTO parked (collection, key, position, error) VALUES (?, ?, ?, ?)'),
    meta: db.prepare(
      'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    ),
  };
}

function load(reader: GenerationReader, reads: readonly Read[]): readonly DocumentTuple[] {
  return reads.flatMap((read) =>
    'key' in read
      ? reader.get([[read.collection, read.key]])
      : reader.query(read.collection, read.query, read.values, WHOLE),
  );
}

function write(reader: GenerationReader, statements: Statements, keeper: FeedKeeper, batch: CommitMessage): void {
  const checkpoint = reader.meta(META.checkpoint) ?? NEW_CHECKPOINT;
  if (checkpoint !== batch.from) throw new CheckpointMismatch(batch.from, checkpoint);
  for (const row of batch.rows) {
    const { collection, key, position, before, doc, topics, left, fields } = row;
    statements.row.run(position, collection, key, before, doc, topics, left.length === 0 ? null : JSON.stringify(left));
    for (const topic of left) statements.leave.run(topic, position, collection, key);
    if (fields !== null) statements.put([collection, key, position, doc], fields);
  }
  park(statements, batch.parked);
  keeper.retain(batch.to, batch.at);
  statements.meta.run(META.checkpoint, batch.to);
  statements.meta.run(META.recording, batch.recording ?? '');
}

function park(statements: Statements, entries: readonly ParkedTuple[]): void {
  for (const entry of entries) statements.park.run(...entry);
}
