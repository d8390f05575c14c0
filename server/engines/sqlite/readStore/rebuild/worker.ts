import { START } from '#projections/engine/eventLog.ts';
import { openDecryptedLog } from '../../log/decryptedLog.ts';
import { BATCH_EVENTS } from '../../log/readAhead.ts';
import { serveWorker } from '../../thread/workerRpc.ts';
import type { OpenedBuild } from './open.ts';
import type { BuildNotice, BuildWorkerData } from './start.ts';
import { startBuildWriter } from './writer.ts';

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
    import('./open.ts'),
  ]);
  return openBuild(data, { log, buildWriter }, notify);
}

export type BuildMethods = OpenedBuild['methods'];

serveWorker(open);
