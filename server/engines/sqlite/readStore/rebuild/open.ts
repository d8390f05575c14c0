import { existsSync } from 'node:fs';
import { buildScope } from '#projections/engine/buildScope.ts';
import { generationsOf } from '#projections/engine/versions.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { compileDocumentSchemas } from '../../../../kernel/compiledSchemas.ts';
import type { DecryptedLog } from '../../log/decryptedLog.ts';
import { type GenerationReader, openGenerationReader } from '../reader.ts';
import { type CollectionShape, shapeOf } from '../tables.ts';
import { openGenerationWriter } from '../writer.ts';
import { createBuildService, isUsable } from './service.ts';
import type { BuildNotice, BuildWorkerData } from './start.ts';
import type { BuildWriter } from './writer.ts';

/**
 * The projections to be built, with the code of their schemas.
 *
 * @throws Error the module is another one than the process has loaded: the log would be read without some of the events
 */
async function loadScope({ projectionsModule, names, eventTypes }: BuildWorkerData) {
  const { projections } = (await import(projectionsModule)) as { projections: readonly Projection[] };
  const scope = buildScope(projections, names);
  const missing = [...scope.table.eventTypes].filter((type) => !eventTypes.includes(type));
  if (missing.length > 0) throw new Error(`The release was replaced on disk: ${missing.join(', ')} would not be read.`);
  return { projections, scope: { ...scope, table: compileDocumentSchemas(scope.table) } };
}

/** The threads beside the one that folds. */
interface BuildThreads {
  readonly log: DecryptedLog;
  readonly buildWriter: BuildWriter | null;
}

/** Opens the files of a build. */
export async function openBuild(
  data: BuildWorkerData,
  { log, buildWriter }: BuildThreads,
  notify: (notice: BuildNotice) => void,
) {
  const { projections, scope } = await loadScope(data);
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

export type OpenedBuild = Awaited<ReturnType<typeof openBuild>>;

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
