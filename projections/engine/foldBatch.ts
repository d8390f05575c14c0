import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type AnyCollection, type DocumentRef, refId, type Versioned } from '../kernel/collection.ts';
import { createDocumentSet } from '../kernel/documentSet.ts';
import { type Change, foldEvent } from '../kernel/fold.ts';
import { type FoldTable, readsOf } from '../kernel/foldTable.ts';
import type { Read } from '../kernel/projection.ts';
import type { Commit, FeedRow, Parked } from './readStore.ts';

/** Documents that take no events, by `refId`. The first error counts. */
export type ParkedDocuments = Map<string, Parked>;

/** Everything that the events of a batch need to see, each thing once. */
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
 * Folds a batch of events over the documents that were loaded for it; later events see what earlier ones wrote.
 * The outcome does not depend on where batches are cut.
 *
 * @param parked what is parked already; documents that the batch parks are added
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
  const erased: string[] = [];
  const isParked = (ref: DocumentRef) => parked.has(refId(ref));

  for (const event of events) {
    const folded = foldEvent(table, event, documents, isParked);
    for (const change of folded.changes) {
      rows.push(rowOf(table, change, event.position));
      documents.put({ ...refOf(change), position: event.position, doc: change.doc });
    }
    for (const { refs, error } of folded.failures) {
      for (const ref of refs) {
        if (isParked(ref)) continue;
        const entry: Parked = { ...refOf(ref), position: event.position, error };
        parked.set(refId(ref), entry);
        newlyParked.push(entry);
      }
    }
    if (folded.erased !== null) erased.push(folded.erased);
  }
  return { from, to: events.at(-1)?.position ?? from, rows, parked: newlyParked, erased };
}

function refOf({ collection, key }: DocumentRef): DocumentRef {
  return { collection, key };
}

/** The line that the change feed holds of one change. */
export function rowOf(table: FoldTable, { collection, key, before, doc }: Change, position: string): FeedRow {
  const declaration = table.collections.get(collection);
  const was = topicsOf(declaration, before?.doc);
  const is = topicsOf(declaration, doc);
  return {
    collection,
    key,
    position,
    before: before === undefined || before.doc === null ? null : before.position,
    doc,
    topics: [...new Set([...was, ...is])],
    left: was.filter((topic) => !is.includes(topic)),
  };
}

function topicsOf(collection: AnyCollection | undefined, doc: unknown): readonly string[] {
  return collection === undefined || doc === null || doc === undefined ? [] : collection.topics(doc as never);
}
