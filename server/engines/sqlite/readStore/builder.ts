import { randomUUID } from 'node:crypto';
import type { Difference } from '#projections/engine/differences.ts';
import { UnknownEvent } from '#projections/engine/eventLog.ts';
import { BuildRunning, type GenerationBuilder, type RunningBuild } from '#projections/engine/generationBuilder.ts';
import type { Commit, Parked } from '#projections/engine/readStore.ts';
import { UnreadableEvent } from '../../../log/eventCodec.ts';
import { DataFolderRefused } from '../folder/dataFolderRefused.ts';
import type { LogFiles } from '../log/openedLog.ts';
import { startWorker, type WorkerClient } from '../thread/workerRpc.ts';
import type { BuildMethods, BuildNotice, BuildWorkerData } from './buildWorker.ts';
import { LINEAGE_CHARACTERS, type SqliteReadStore } from './readStore.ts';

const WORKER_FILE = new URL('./buildWorker.ts', import.meta.url);
/** The product's own projections. */
const PROJECTIONS_MODULE = new URL('../../../../projections/registry.ts', import.meta.url).href;

export interface SqliteBuilderOptions {
  readonly store: SqliteReadStore;
  /** The log and the keys to read it; they are opened again, read only, in the thread of the build. */
  readonly log: LogFiles;
  /** Module that exports `projections`, the same as the live ones; the product's own when left out. */
  readonly projectionsModule?: string;
}

/** Builds generations of a SQLite read store, each in a file and a thread of its own. */
export function createSqliteBuilder({
  store,
  log,
  projectionsModule = PROJECTIONS_MODULE,
}: SqliteBuilderOptions): GenerationBuilder {
  let isRunning = false;
  const ended = () => {
    isRunning = false;
  };

  return {
    async begin() {
      if (isRunning) throw new BuildRunning();
      isRunning = true;
      try {
        const file = await store.files.next();
        const lineage = randomUUID().slice(0, LINEAGE_CHARACTERS);
        const files: LogFiles = { events: log.events, vault: log.vault };
        const data: BuildWorkerData = { file, liveFile: store.file, log: files, projectionsModule, lineage };
        return await startBuild(store, data, ended);
      } catch (error) {
        ended();
        throw error;
      }
    },
  };
}

async function startBuild(store: SqliteReadStore, data: BuildWorkerData, ended: () => void): Promise<RunningBuild> {
  let onNotice: (notice: BuildNotice) => void = () => undefined;
  const worker: WorkerClient<BuildMethods> = await startWorker<BuildMethods>(WORKER_FILE, {
    data,
    name: `rebuild ${data.file}`,
    errors: [DataFolderRefused, UnknownEvent, UnreadableEvent],
    onNotice: (notice) => onNotice(notice as BuildNotice),
    work: 'computes',
  });
  let parked: readonly Parked[] = [];
  let hasEnded = false;

  async function end(): Promise<void> {
    hasEnded = true;
    await worker.close();
    ended();
  }
  async function adopt(): Promise<void> {
    parked = await worker.call('parked');
    await end();
    await store.adopt(data.file);
  }

  return {
    advance(to, onEvents) {
      onNotice = ({ events, position }) => onEvents(events, position);
      return worker.call('advance', to);
    },
    look: () => worker.call('look'),
    settle: () => worker.call('settle'),
    parked: async () => (hasEnded ? parked : worker.call('parked')),
    async replace(differences: readonly Difference[], position: string): Promise<Commit> {
      const rows = await worker.call('replace', differences, position);
      await adopt();
      return { from: position, to: position, rows, parked: [], erased: [] };
    },
    async first() {
      await worker.call('first');
      await adopt();
    },
    async discard() {
      if (hasEnded) return;
      parked = await worker.call('parked').catch(() => []);
      await end();
      await store.files.remove(data.file);
    },
  };
}
