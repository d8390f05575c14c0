import type { EventDefinition, RecordedEvent } from '#domain/kernel/event.ts';
import type { AnyCollection } from './collection.ts';
import { erasureProjection } from './erasure.ts';
import type { EventFold, Projection, Read } from './projection.ts';

/** A fold and the collections that it may read and write. */
export interface BoundFold {
  readonly owns: ReadonlySet<string>;
  readonly fold: EventFold;
}

/** Projections made ready for folding: folds by event type, collections by name. */
export interface FoldTable {
  readonly collections: ReadonlyMap<string, AnyCollection>;
  /** Types of the events that change anything. */
  readonly eventTypes: ReadonlySet<string>;
  foldsOf(eventType: string): readonly BoundFold[];
}

const NO_FOLDS: readonly BoundFold[] = [];

/**
 * Makes projections ready for folding; the erasure projection is always one of them.
 * @param definitions event types by name
 * @throws Error two projections claim one collection, or a fold is for no known event
 */
export function compileFolds(
  projections: readonly Projection[],
  definitions: Readonly<Record<string, EventDefinition>>,
): FoldTable {
  const collections = new Map<string, AnyCollection>();
  const folds = new Map<string, BoundFold[]>();
  for (const projection of withErasure(projections)) {
    for (const collection of projection.collections) {
      if (collections.has(collection.name)) throw new Error(`Two projections have a collection ${collection.name}.`);
      collections.set(collection.name, collection);
    }
    const owns = new Set(projection.collections.map(({ name }) => name));
    for (const [type, fold] of Object.entries(projection.folds)) {
      if (!Object.hasOwn(definitions, type)) throw new Error(`${projection.name} folds ${type}, which is no event.`);
      const bound: BoundFold = { owns, fold: fold as unknown as EventFold };
      folds.set(type, [...(folds.get(type) ?? []), bound]);
    }
  }
  const eventTypes = new Set(folds.keys());
  const foldsOf = (type: string) => folds.get(type) ?? NO_FOLDS;
  return { collections, eventTypes, foldsOf };
}

function withErasure(projections: readonly Projection[]): readonly Projection[] {
  return projections.includes(erasureProjection) ? projections : [...projections, erasureProjection];
}

/** Everything that folding an event needs to see; it depends on the event alone, so a batch is loaded in one go. */
export function readsOf(table: FoldTable, event: RecordedEvent): readonly Read[] {
  return table.foldsOf(event.type).flatMap(({ fold }) => fold.reads(event));
}
