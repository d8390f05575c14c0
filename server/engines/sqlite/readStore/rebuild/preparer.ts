import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { BuildRunning } from '#projections/engine/generationBuilder.ts';
import {
  LiveSwapped,
  PREPARED_ENOUGH_EVENTS,
  type Prepared,
  type PrepareOptions,
} from '#projections/engine/preparing.ts';
import type { ReadModelDeclaration } from '#projections/engine/readStore.ts';
import { staleOf, versionsOf } from '#projections/engine/versions.ts';
import { DataFolderRefused } from '../../../../ports/dataFolderRefused.ts';
import { parsePosition } from '../../../position.ts';
import { lockFolder } from '../../folder/dataFolderLock.ts';
import type { LogFiles } from '../../log/logFiles.ts';
import { type GenerationFiles, openGenerationFiles } from '../files.ts';
import { readGenerations } from '../generations.ts';
import { META, NEW_CHECKPOINT, openGenerationReader } from '../reader.ts';
import { buildData } from './builder.ts';
import { PROJECTIONS_MODULE, startBuildThread } from './thread.ts';

export interface SqlitePreparerOptions extends PrepareOptions {
  /** Folder of the read models. */
  readonly folder: string;
  /** The projections of this release. */
  readonly declaration: ReadModelDeclaration;
  readonly log: LogFiles;
  /** Module that exports the same projections; the product's own when left out. */
  readonly projectionsModule?: string;
}

/**
 * Builds this release's read models in a file of their own, while another release runs; it only reads the running one's
 * files. The next start of this release continues the build.
 *
 * @throws BuildRunning another process prepares read models here
 * @throws UnknownEvent the log is of a newer release
 */
export async function prepareBeside(options: SqlitePreparerOptions): Promise<Prepared> {
  const files = await openGenerationFiles(options.folder);
  await mkdir(files.preparing, { recursive: true });
  const lock = await lockFolder(files.preparing).catch((error: unknown) => {
    throw error instanceof DataFolderRefused && error.code === 'IN_USE' ? new BuildRunning() : error;
  });
  try {
    return await prepare(options, files);
  } finally {
    await lock.release();
  }
}

async function prepare(options: SqlitePreparerOptions, files: GenerationFiles): Promise<Prepared> {
  const { declaration, log, projectionsModule = PROJECTIONS_MODULE, onEvents } = options;
  const versions = versionsOf(declaration.projections);
  const liveFile = await files.current();
  if (liveFile === null) return { kind: 'nothing runs' };
  const live = openGenerationReader(liveFile, []);
  try {
    const stale = staleOf(declaration, readGenerations(live));
    if (stale.length === 0) return { kind: 'unchanged' };
    if ((await files.prepared(versions)) !== null) return { kind: 'prepared before', projections: stale };

    const file = files.next();
    const data = { ...(await buildData(log, projectionsModule, stale)), file, liveFile, prepared: null };
    const thread = await startBuildThread(data);
    let events = 0;
    try {
      let read: number;
      do {
        const to = live.meta(META.checkpoint) ?? NEW_CHECKPOINT;
        read = await thread.advance(to, (count, position) =>
          onEvents(count, parsePosition(position), parsePosition(to)),
        );
        events += read;
      } while (read > PREPARED_ENOUGH_EVENTS);
      await thread.call('prepare');
      const position = await thread.call('position');
      await thread.close();
      await files.makePrepared(versions, file);
      return { kind: 'prepared', projections: stale, events, position };
    } catch (error) {
      await thread.close();
      await files.remove(file);
      throw existsSync(liveFile) ? error : new LiveSwapped();
    }
  } finally {
    live.close();
  }
}
