import type { RecordedEvent } from '#domain/kernel/event.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { type CampusCut, projectionsOfSet, setNames } from '#projections/engine/campusSets.ts';
import type { EngineClock } from '#projections/engine/clock.ts';
import { foldBatch, readsOfBatch } from '#projections/engine/foldBatch.ts';
import { mergeReads, type Reads } from '#projections/engine/mergedReads.ts';
import { compileFolds } from '#projections/kernel/foldTable.ts';
import { projections } from '#projections/registry.ts';
import { createMemoryReadStore, type MemoryReadStore } from '#server/engines/memory/readStore.ts';

/** One set's read models, folded as its projector does. */
export interface FoldedSet {
  readonly set: string;
  readonly store: MemoryReadStore;
  /** Folds and commits the next events of the log that it has not folded yet. */
  commit(events: readonly RecordedEvent[], count: number): Promise<void>;
}

/** Read models cut by campus, each set as far as it is folded, and all of them merged. */
export interface FoldedCut {
  readonly sets: readonly FoldedSet[];
  readonly merged: Reads;
}

export function foldedCut(cut: CampusCut, clock: EngineClock): FoldedCut {
  const sets = setNames(cut).map((set) => foldedSet(cut, set));
  const stores = new Map(sets.map(({ set, store }) => [set, store]));
  return { sets, merged: mergeReads({ cut, stores, projections, clock }) };
}

function foldedSet(cut: CampusCut, set: string): FoldedSet {
  const own = projectionsOfSet(projections, cut, set);
  const store = createMemoryReadStore({ projections: own });
  const table = compileFolds(own, eventDefinitions);
  return {
    set,
    store,
    async commit(events, count) {
      const from = await store.checkpoint();
      const next = events.filter(({ position }) => position > from).slice(0, count);
      if (next.length === 0) return;
      await store.commit(foldBatch(table, from, next, await store.load(readsOfBatch(table, next)), new Map()));
    },
  };
}
