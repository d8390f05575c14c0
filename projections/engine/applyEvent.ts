import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type DocumentRef, refId, type Versioned } from '../kernel/collection.ts';
import type { FoldSource } from '../kernel/documentSet.ts';
import { type Change, foldEvent } from '../kernel/fold.ts';
import type { FoldTable } from '../kernel/foldTable.ts';
import type { Parked } from './readStore.ts';

/** Documents that no event is folded into any more, by `refId`, with the first error of each. */
export type ParkedDocuments = Map<string, Parked>;

/** Documents into which events are folded. */
export interface FoldTarget extends FoldSource {
  put(document: Versioned): void;
}

/** Changes of one event to a target. */
export interface Applied {
  readonly changes: readonly Change[];
  readonly parked: readonly Parked[];
}

/**
 * Folds one event into a target and parks documents on which the fold fails. The projector and rebuilds both use it.
 */
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
