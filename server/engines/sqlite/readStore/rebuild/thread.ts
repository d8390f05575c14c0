import { UnknownEvent } from '#projections/engine/eventLog.ts';
import { UnreadableEvent } from '../../../../log/unreadableEvent.ts';
import { DataFolderRefused } from '../../../../ports/dataFolderRefused.ts';
import { startWorker, type WorkerClient } from '../../thread/workerRpc.ts';
import type { BuildNotice, BuildWorkerData } from './start.ts';
import type { BuildMethods } from './worker.ts';

const WORKER_FILE = new URL('./worker.ts', import.meta.url);
/** The product's own projections. */
export const PROJECTIONS_MODULE = new URL('../../../../../projections/registry.ts', import.meta.url).href;

/** A thread that builds read models. */
export interface BuildThread {
  readonly call: WorkerClient<BuildMethods>['call'];
  /** Folds up to a position; calls `onEvents` after every batch. */
  advance(to: string, onEvents: (events: number, position: string) => void): Promise<number>;
  close(): Promise<void>;
}

/** @throws DataFolderRefused */
export async function startBuildThread(data: BuildWorkerData): Promise<BuildThread> {
  let onNotice: (notice: BuildNotice) => void = () => undefined;
  const worker = await startWorker<BuildMethods>(WORKER_FILE, {
    data,
    name: `rebuild ${data.file}`,
    errors: [DataFolderRefused, UnknownEvent, UnreadableEvent],
    onNotice: (notice) => onNotice(notice as BuildNotice),
    work: 'computes',
  });
  return {
    call: (method, ...args) => worker.call(method, ...args),
    advance(to, onEvents) {
      onNotice = ({ events, position }) => onEvents(events, position);
      return worker.call('advance', to);
    },
    close: () => worker.close(),
  };
}
