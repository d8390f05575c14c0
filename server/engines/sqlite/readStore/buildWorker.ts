import { existsSync } from 'node:fs';
import { buildScope } from '#projections/engine/buildScope.ts';
import { generationsOf } from '#projections/engine/versions.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { compileDocumentSchemas } from '../../../kernel/compiledSchemas.ts';
import { openDecryptedLog } from '../log/decryptedLog.ts';
import type { LogFiles } from '../log/logFiles.ts';
import { serveWorker } from '../thread/workerRpc.ts';
import { createBuildService, isUsable } from './buildService.ts';
import { startBuildWriter } from './buildWriter.ts';
import { type GenerationReader, openGenerationReader } from './reader.ts';
import { type CollectionShape, shapeOf } from './tables.ts';
import { openGenerationWriter } from './writer.ts';

/** Start data of the thread that builds read models: folding a whole log would block the process's event loop. */
export interface BuildWorkerData {
  /** File to be built; it does not exist yet. */
  readonly file: string;
  /** A prepared file: the build continues it if possible. */
  readonly prepared: string | null;
  readonly liveFile: string;
  readonly log: LogFiles;
  /** Module that exports `projections`. */
  readonly projectionsModule: string;
  /** Names of the projections to be folded; `null`: all. */
  readonly names: readonly string[] | null;
  /**
   * Lineage of a build without a predecessor, and its name; a build that replaces a live generation keeps that one's
   * lineage.
   */
  readonly lineage: string;
}

/** Notice of progress. */
export interface BuildNotice {
  readonly position: string;
  readonly events: number;
}

/** The projections to be built, with the code of their schemas. */
async function loadScope({ projectionsModule, names }: BuildWorkerData) {
  const { projections } = (await import(projectionsModule)) as { projections: readonly Projection[] };
  const scope = buildScope(projections, names);
  return { projections, scope: { ...scope, table: compileDocumentSchemas(scope.table) } };
}

async function open(data: BuildWorkerData, notify: (notice: BuildNotice) => void) {
  // The threads load their modules while this one does.
  const loading = loadScope(data);
  const [{ projections, scope }, log, buildWriter] = await Promise.all([
    loading,
    openDecryptedLog(data.log, async () => [...(await loading).scope.table.eventTypes]),
    data.prepared === null ? startBuildWriter() : null,
  ]);
  const shapes = [...scope.all.collections.values()].map(shapeOf);
  const live = openGenerationReader(data.liveFile, [...scope.table.collections.values()].map(shapeOf));
  const prepared = usablePrepared(data.prepared, live, shapes, scope.folded);
  const file = prepared ?? data.file;
  const writer = openGenerationWriter(file, shapes);
  const methods = createBuildService({
    scope,
    log,
    writer,
    isPrepared: prepared !== null,
    buildWriter,
    live,
    liveFile: data.liveFile,
    lineage: data.lineage,
    generations: generationsOf({ projections }, scope.folded, data.lineage),
    onEvents: (events, position) => notify({ position, events }),
  });

  async function close(): Promise<void> {
    writer.close();
    live.close();
    await Promise.all([log.close(), buildWriter?.close()]);
  }
  return { methods: { ...methods, file: () => file }, close };
}

function usablePrepared(
  file: string | null,
  live: GenerationReader,
  shapes: readonly CollectionShape[],
  folded: readonly string[],
): string | null {
  if (file === null || !existsSync(file)) return null;
  const prepared = openGenerationReader(file, shapes);
  try {
    return isUsable(prepared, live, folded) ? file : null;
  } finally {
    prepared.close();
  }
}

export type BuildMethods = Awaited<ReturnType<typeof open>>['methods'];

serveWorker(open);
