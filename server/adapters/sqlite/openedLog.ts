import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type EventLog, UnknownEvent } from '#projections/engine/eventLog.ts';
import { UnreadableEvent } from '../../log/eventCodec.ts';
import { DataFolderRefused } from './dataFolderRefused.ts';
import type { OpenedLogMethods } from './openedLogWorker.ts';
import { startWorker } from './workerRpc.ts';

const WORKER_FILE = new URL('./openedLogWorker.ts', import.meta.url);

/** Where the log and the keys to read it lie. */
export interface LogFiles {
  readonly events: string;
  readonly vault: string;
}

/** A log that is read, decrypted and parsed in a thread of its own, beside the process that writes it. */
export interface OpenedLog extends Pick<EventLog, 'readAll'> {
  close(): Promise<void>;
}

/** @throws DataFolderRefused */
export async function openOpenedLog(files: LogFiles): Promise<OpenedLog> {
  const worker = await startWorker<OpenedLogMethods>(WORKER_FILE, {
    data: files,
    name: `log ${files.events} (opened)`,
    errors: [DataFolderRefused, UnknownEvent, UnreadableEvent],
    work: 'computes',
  });
  return {
    readAll: async (after, limit) => JSON.parse(await worker.call('readAll', after, limit)) as RecordedEvent[],
    close: () => worker.close(),
  };
}
