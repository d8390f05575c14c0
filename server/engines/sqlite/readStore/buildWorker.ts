import { eventDefinitions } from '#domain/registry.ts';
import { compileFolds } from '#projections/kernel/foldTable.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { type LogFiles, openOpenedLog } from '../log/openedLog.ts';
import { serveWorker } from '../thread/workerRpc.ts';
import { createBuildService } from './buildService.ts';
import { openGenerationReader } from './reader.ts';
import { shapeOf } from './tables.ts';
import { openGenerationWriter } from './writer.ts';

/** Start of the thread in which a generation is built: folding all of a log would hold up the process's event loop. */
export interface BuildWorkerData {
  /** File of the generation to be built; it does not exist yet. */
  readonly file: string;
  readonly liveFile: string;
  readonly log: LogFiles;
  /** Module that exports `projections`. */
  readonly projectionsModule: string;
  /** Lineage of a first generation; a later one takes over the live one's. */
  readonly lineage: string;
}

/** What the thread says while it folds. */
export interface BuildNotice {
  readonly position: string;
  readonly events: number;
}

async function open(data: BuildWorkerData, notify: (notice: BuildNotice) => void) {
  const [log, { projections }] = await Promise.all([
    openOpenedLog(data.log),
    import(data.projectionsModule) as Promise<{ projections: readonly Projection[] }>,
  ]);
  const table = compileFolds(projections, eventDefinitions);
  const shapes = [...table.collections.values()].map(shapeOf);
  const live = openGenerationReader(data.liveFile, shapes);
  const writer = openGenerationWriter(data.file, shapes);
  const methods = createBuildService({
    table,
    log,
    writer,
    live,
    liveFile: data.liveFile,
    lineage: data.lineage,
    onEvents: (events, position) => notify({ position, events }),
  });

  async function close(): Promise<void> {
    writer.close();
    live.close();
    await log.close();
  }
  return { methods, close };
}

export type BuildMethods = Awaited<ReturnType<typeof open>>['methods'];

serveWorker(open);
