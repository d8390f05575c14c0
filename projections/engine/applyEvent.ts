import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type DocumentRef, refId, type Versioned } from '../kernel/collection.ts';
import type { FoldSource } from '../kernel/documentSet.ts';
import { type Change, foldEvent } from '../kernel/fold.ts';
import type { FoldTable } from '../kernel/foldTable.ts';
import type { Parked } from './readStore.ts';

/** Documents that take no events, by `refId`. The first error counts. */
export type ParkedDocuments = Map<string, Parked>;

/** Documents into which events are folded. */
export interface FoldTarget extends FoldSource {
  put(document: Versioned): void;
}

/** What one event did to a target. */
export interface Applied {
  readonly changes: readonly Change[];
  readonly parked: readonly Parked[];
}

/** Folds one event into a target, and parks what it could not be folded into: live and in a rebuild alike. */
export function applyEvent(
  table: FoldTable,
  event: RecordedEvent,
  target: FoldTarget,
  parked: ParkedDocuments,
): Applied {
  const isParked = (ref: DocumentRef) => parked.size > 0 && parked.has(refId(ref));
  const { changes, failures } = foldEvent(table, event, target, isParked);
  for (const { collection, key, doc } of changes) target.put({ collection, key, position: event.position, doc });

  const newlyParked: Parked[] = [];
  for (const { refs, error } of failures) {
    for (const ref of refs) {
      if (isParked(ref)) continue;
      const entry = { collection: ref.collection, key: ref.key, position: event.position, error };
      parked.set(refId(ref), entry);
      newlyParked.push(entry);
    }
  }
  return { changes, parked: newlyParked };
}
