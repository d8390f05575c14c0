import { START } from '#projections/engine/eventLog.ts';
import { openDecryptedLog } from '../log/decryptedLog.ts';
import type { LogFiles } from '../log/logFiles.ts';
import { BATCH_EVENTS } from '../log/readAhead.ts';
import { serveWorker } from '../thread/workerRpc.ts';
import { startBuildWriter } from './buildWriter.ts';
import type { OpenedBuild } from './openBuild.ts';

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
  /** Types of the events that these projections fold. */
  readonly eventTypes: readonly string[];
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

/**
 * Starts the two threads beside this one first, then loads its own modules: all three load at the same time, and the log
 * is read meanwhile.
 */
async function open(data: BuildWorkerData, notify: (notice: BuildNotice) => void): Promise<OpenedBuild> {
  const isNew = data.prepared === null;
  const first = isNew ? { after: START, limit: BATCH_EVENTS } : null;
  const [log, buildWriter, { openBuild }] = await Promise.all([
    openDecryptedLog({ files: data.log, types: data.eventTypes, first }),
    isNew ? startBuildWriter() : null,
    import('./openBuild.ts'),
  ]);
  return openBuild(data, { log, buildWriter }, notify);
}

export type BuildMethods = OpenedBuild['methods'];

serveWorker(open);
