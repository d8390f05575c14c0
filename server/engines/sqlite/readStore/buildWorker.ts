import { existsSync } from 'node:fs';
import { buildScope } from '#projections/engine/buildScope.ts';
import { generationsOf } from '#projections/engine/versions.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { compileDocumentSchemas } from '../../../kernel/compiledSchemas.ts';
import { openDecryptedLog } from '../log/decryptedLog.ts';
import type { LogFiles } from '../log/logFiles.ts';
import { serveWorker } from '../thread/workerRpc.ts';
import { createBuildService, isUsable } from './buildService.ts';
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

async function open(data: BuildWorkerData, notify: (notice: BuildNotice) => void) {
  const { projections } = (await import(data.projectionsModule)) as { projections: readonly Projection[] };
  const named = buildScope(projections, data.names);
  const scope = { ...named, table: compileDocumentSchemas(named.table) };
  const shapes = [...scope.all.collections.values()].map(shapeOf);
  const log = await openDecryptedLog(data.log, [...scope.table.eventTypes]);
  const live = openGenerationReader(data.liveFile, [...scope.table.collections.values()].map(shapeOf));
  const prepared = usablePrepared(data.prepared, live, shapes, scope.folded);
  const file = prepared ?? data.file;
  const writer = openGenerationWriter(file, shapes);
  const methods = createBuildService({
    scope,
    log,
    writer,
    isPrepared: prepared !== null,
    live,
    liveFile: data.liveFile,
    lineage: data.lineage,
    generations: generationsOf({ projections }, scope.folded, data.lineage),
    onEvents: (events, position) => notify({ position, events }),
  });

  async function close(): Promise<void> {
    writer.close();
    live.close();
    await log.close();
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
