import type { EventLog } from '#projections/engine/eventLog.ts';
import {
  type BuildTarget,
  createGenerationBuild,
  foldUpTo,
  type Scannable,
} from '#projections/engine/generationBuild.ts';
import { BuildRunning, type GenerationBuilder, type RunningBuild } from '#projections/engine/generationBuilder.ts';
import { createDocumentSet, type DocumentSet } from '#projections/kernel/documentSet.ts';
import type { FoldTable } from '#projections/kernel/foldTable.ts';
import type { MemoryReadStore } from './readStore.ts';

/** Events that are read and folded at a time. */
const STRETCH_EVENTS = 500;

/** Builds generations of a read store in memory: for tests and simulations, on the caller's own thread. */
export function createMemoryBuilder(
  store: MemoryReadStore,
  log: Pick<EventLog, 'readAll'>,
  table: FoldTable,
): GenerationBuilder {
  let isRunning = false;
  return {
    async begin() {
      if (isRunning) throw new BuildRunning();
      isRunning = true;
      return startBuild(store, log, table, () => {
        isRunning = false;
      });
    },
  };
}

function startBuild(
  store: MemoryReadStore,
  log: Pick<EventLog, 'readAll'>,
  table: FoldTable,
  ended: () => void,
): RunningBuild {
  const documents = createDocumentSet(table.collections.values());
  const target: BuildTarget = { ...documents, ...scannable(() => documents) };
  let checkpoint = '';
  const live = {
    ...scannable(() => store.documents),
    checkpoint: () => checkpoint,
    changedAfter: (position: string) => store.rows.filter((row) => row.position > position),
  };
  const build = createGenerationBuild(table, target, live);
  const parked = () => [...build.parked.values()];

  return {
    advance: (to, onEvents) => foldUpTo(log, build, to, STRETCH_EVENTS, onEvents),
    async look() {
      checkpoint = await store.checkpoint();
      build.look();
    },
    settle: async () => build.settle(),
    parked: async () => parked(),
    async replace(differences, position) {
      const rows = build.correct(differences, position);
      store.adopt({ documents, parked: parked(), rows, position });
      ended();
      return { from: position, to: position, rows, parked: [], erased: [] };
    },
    async first() {
      store.begin({ documents, parked: parked(), position: build.position });
      ended();
    },
    async discard() {
      ended();
    },
  };
}

function scannable(documents: () => DocumentSet): Scannable {
  return {
    get: (collection, key) => documents().get(collection, key),
    scan: (collection, after, limit) =>
      [...documents().all(collection)]
        .filter(({ key }) => key > after)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .slice(0, limit),
  };
}
