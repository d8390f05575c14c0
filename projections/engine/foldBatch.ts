import type { RecordedEvent } from '#domain/kernel/event.ts';
import { refId, type Versioned } from '../kernel/collection.ts';
import { createDocumentSet } from '../kernel/documentSet.ts';
import { type FoldTable, readsOf } from '../kernel/foldTable.ts';
import type { Read } from '../kernel/projection.ts';
import { applyEvent, type ParkedDocuments } from './applyEvent.ts';
import { recordingOf } from './eventLog.ts';
import { rowOf } from './feedRow.ts';
import type { Commit, FeedRow, Parked } from './readStore.ts';

/** All reads of the folds of a batch, each once. */
export function readsOfBatch(table: FoldTable, events: readonly RecordedEvent[]): readonly Read[] {
  const reads = new Map<string, Read>();
  for (const event of events) {
    for (const read of readsOf(table, event)) reads.set(readId(read), read);
  }
  return [...reads.values()];
}

function readId(read: Read): string {
  return 'key' in read ? refId(read) : `${read.collection}?${read.query}=${read.values.join(' ')}`;
}

/**
 * Folds a batch of events over the documents loaded for it; later events see the writes of earlier ones. The outcome
 * does not depend on the sizes of batches.
 *
 * @param parked documents parked before; those that the batch parks are added
 */
export function foldBatch(
  table: FoldTable,
  from: string,
  events: readonly RecordedEvent[],
  loaded: readonly Versioned[],
  parked: ParkedDocuments,
): Commit {
  const documents = createDocumentSet(table.collections.values());
  for (const document of loaded) documents.put(document);
  const rows: FeedRow[] = [];
  const newlyParked: Parked[] = [];
  for (const event of events) {
    const applied = applyEvent(table, event, documents, parked);
    for (const change of applied.changes) rows.push(rowOf(table, change, event.position));
    newlyParked.push(...applied.parked);
  }
  const last = events.at(-1);
  const recording = last === undefined ? null : recordingOf(last);
  return { from, to: last?.position ?? from, recording, rows, parked: newlyParked };
}
