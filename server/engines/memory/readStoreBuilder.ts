import { type BuildScope, buildScope } from '#projections/engine/buildScope.ts';
import type { EventLog } from '#projections/engine/eventLog.ts';
import {
  type BuildTarget,
  createGenerationBuild,
  foldedLog,
  foldUpTo,
  type Scannable,
} from '#projections/engine/generationBuild.ts';
import {
  BuildRunning,
  type GenerationBuilder,
  type MayGoOn,
  type RunningBuild,
} from '#projections/engine/generationBuilder.ts';
import type { Parked } from '#projections/engine/readStore.ts';
import { createDocumentSet, type DocumentSet } from '#projections/kernel/documentSet.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import type { MemoryReadStore } from './readStore.ts';

/** Events that are read and folded at a time. */
const BATCH_EVENTS = 500;

/** Builds generations of a read store in memory: for tests and simulations, on the caller's own thread. */
export function createMemoryBuilder(
  store: MemoryReadStore,
  log: Pick<EventLog, 'readAll'>,
  projections: readonly Projection[],
): GenerationBuilder {
  let isRunning = false;
  return {
    async begin(names, mayGoOn = () => undefined) {
      if (isRunning) throw new BuildRunning();
      const scope = buildScope(projections, names);
      isRunning = true;
      return startBuild(store, whileAllowed(log, mayGoOn), scope, () => {
        isRunning = false;
      });
    },
  };
}

/** A log that is read no further once the build may not go on. */
function whileAllowed(log: Pick<EventLog, 'readAll'>, mayGoOn: MayGoOn): Pick<EventLog, 'readAll'> {
  return {
    async readAll(after, limit) {
      mayGoOn();
      return log.readAll(after, limit);
    },
  };
}

function startBuild(
  store: MemoryReadStore,
  log: Pick<EventLog, 'readAll'>,
  { table, folded, carried, all }: BuildScope,
  ended: () => void,
): RunningBuild {
  const documents = createDocumentSet(all.collections.values());
  const target: BuildTarget = { ...documents, ...scannable(() => documents) };
  let checkpoint = '';
  const live = {
    ...scannable(() => store.documents),
    checkpoint: () => checkpoint,
    changedAfter: (position: string) => store.rows.filter((row) => row.position > position),
  };
  const build = createGenerationBuild(table, target, live);
  let parked: readonly Parked[] = [];

  /** Carries collections over as they are while the projector is paused. */
  async function finish(): Promise<void> {
    for (const collection of carried) for (const document of store.documents.all(collection)) documents.put(document);
    const carriedParked = (await store.parked()).filter(({ collection }) => carried.includes(collection));
    parked = [...build.parked.values(), ...carriedParked];
  }

  return {
    advance: (to, onEvents) => foldUpTo(foldedLog(log, table), build, to, BATCH_EVENTS, onEvents),
    position: async () => build.position,
    async compare() {
      checkpoint = await store.checkpoint();
      build.compare();
    },
    differences: async () => build.differences(),
    parked: async () => (parked.length > 0 ? parked : [...build.parked.values()]),
    async replace(differences, position) {
      const rows = build.correct(differences, position);
      await finish();
      store.adopt({ documents, folded, parked, rows, position });
      ended();
      return { from: position, to: position, recording: null, rows, parked: [] };
    },
    async first() {
      await finish();
      store.begin({ documents, folded, parked, position: build.position });
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
