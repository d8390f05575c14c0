import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { Collection } from '#projections/kernel/collection.ts';
import { createDocumentSet, type DocumentSet } from '#projections/kernel/documentSet.ts';
import { foldEvent } from '#projections/kernel/fold.ts';
import { foldTable } from '#projections/registry.ts';

/** The documents of a log, folded one event at a time by the product's projections; no fold may fail. */
export function foldAll(events: readonly RecordedEvent[]): DocumentSet {
  const documents = createDocumentSet(foldTable.collections.values());
  for (const event of events) {
    const { changes, failures } = foldEvent(foldTable, event, documents);
    for (const { error } of failures) throw new Error(error);
    for (const { collection, key, doc } of changes) {
      documents.put({ collection, key, position: event.position, doc });
    }
  }
  return documents;
}

/** A document with the collection's type: `undefined` never existed, `null` is a tombstone. */
export function documentOf<Doc>(
  documents: DocumentSet,
  collection: Collection<Doc>,
  key: string,
): Doc | null | undefined {
  return documents.get(collection.name, key)?.doc as Doc | null | undefined;
}
