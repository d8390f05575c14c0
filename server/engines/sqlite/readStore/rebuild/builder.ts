/**
 * A rebuild on SQLite: a new file beside the live one, made while people go on. The way of it:
 *
 * 1. `builder.ts` (for a running server) or `preparer.ts` (for the next release) chooses a file and starts `thread.ts`.
 * 2. `worker.ts` is that thread. Beside it start one that reads and opens the log, and `writer.ts` with `writerWorker.ts`.
 * 3. `open.ts` opens the new file and the live one, and `service.ts` takes the steps that the engine orders.
 * 4. Events are folded in the order of the log; `target.ts` has the documents, the lately used ones in `cache.ts`.
 * 5. `handover.ts` gives those that have cooled to the writing thread (`bulkDocuments.ts`): without journal, by row id.
 * 6. `carry.ts` copies the documents of projections that are not built, `feedCopy.ts` the change feed.
 * 7. `bulkIndexes.ts` makes the indexes at the end, when no row moves any more.
 * 8. The build is compared with the live file; the differences go out as corrections, and the pointer moves to the new file.
 *
 * Until then nothing points to it: a build that breaks off is a file that nobody uses, and the next start removes it.
 */
import { randomUUID } from 'node:crypto';
import { buildScope } from '#projections/engine/buildScope.ts';
import type { Difference } from '#projections/engine/differences.ts';
import { BuildRunning, type GenerationBuilder, type RunningBuild } from '#projections/engine/generationBuilder.ts';
import type { Commit, Parked } from '#projections/engine/readStore.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import type { LogFiles } from '../../log/logFiles.ts';
import { LINEAGE_CHARACTERS, type SqliteReadStore } from '../readStore.ts';
import type { BuildWorkerData } from './start.ts';
import { type BuildThread, PROJECTIONS_MODULE, startBuildThread } from './thread.ts';

export interface SqliteBuilderOptions {
  readonly store: SqliteReadStore;
  /** The log and the keys to read it; they are opened again, read only, in the thread of the build. */
  readonly log: LogFiles;
  /** Module that exports `projections`, the same as the live ones; the product's own when left out. */
  readonly projectionsModule?: string;
}

/** Builds generations of a SQLite read store, each time in a file and a thread of its own. */
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
    async begin(names) {
      if (isRunning) throw new BuildRunning();
      isRunning = true;
      try {
        const prepared = await takePrepared(store, names);
        const data = await buildData(log, projectionsModule, names);
        return await startBuild(store, { ...data, file: store.files.next(), liveFile: store.file, prepared }, ended);
      } catch (error) {
        ended();
        throw error;
      }
    },
  };
}

/** Start data of a build's thread. */
export async function buildData(
  { events, vault }: LogFiles,
  projectionsModule: string,
  names?: readonly string[],
): Promise<Pick<BuildWorkerData, 'log' | 'projectionsModule' | 'names' | 'eventTypes' | 'lineage'>> {
  // The module of the live projections, which this thread has loaded.
  const { projections } = (await import(projectionsModule)) as { projections: readonly Projection[] };
  const eventTypes = [...buildScope(projections, names).table.eventTypes];
  const lineage = randomUUID().slice(0, LINEAGE_CHARACTERS);
  return { log: { events, vault }, projectionsModule, names: names ?? null, eventTypes, lineage };
}

/**
 * The file that a build may go on with. Nothing points to it from then on: a build that breaks off leaves what nobody
 * uses. A build of everything begins anew: it replaces what is of another log, and what was prepared may be of it too.
 */
async function takePrepared({ files, versions }: SqliteReadStore, names?: readonly string[]): Promise<string | null> {
  const file = await files.prepared(versions);
  if (file === null) return null;
  await files.forgetPrepared(versions);
  if (names !== undefined) return file;
  await files.remove(file);
  return null;
}

async function startBuild(store: SqliteReadStore, data: BuildWorkerData, ended: () => void): Promise<RunningBuild> {
  const thread: BuildThread = await startBuildThread(data);
  const file = await thread.call('file');
  if (data.prepared !== null && data.prepared !== file) await store.files.remove(data.prepared);
  let parked: readonly Parked[] = [];
  let hasEnded = false;

  async function end(): Promise<void> {
    hasEnded = true;
    await thread.close();
    ended();
  }
  async function adopt(): Promise<void> {
    parked = await thread.call('parked');
    await end();
    await store.adopt(file);
  }

  return {
    position: () => thread.call('position'),
    advance: thread.advance,
    compare: () => thread.call('compare'),
    differences: () => thread.call('differences'),
    parked: async () => (hasEnded ? parked : thread.call('parked')),
    async replace(differences: readonly Difference[], position: string): Promise<Commit> {
      const rows = await thread.call('replace', differences, position);
      await adopt();
      return { from: position, to: position, recording: null, rows, parked: [] };
    },
    async first() {
      await thread.call('first');
      await adopt();
    },
    async discard() {
      if (hasEnded) return;
      parked = await thread.call('parked').catch(() => []);
      await end();
      await store.files.remove(file);
    },
  };
}
