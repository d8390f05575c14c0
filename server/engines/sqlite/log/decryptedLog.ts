import type { RecordedEvent } from '#domain/kernel/event.ts';
import { UnknownEvent } from '#projections/engine/eventLog.ts';
import type { FoldedLog } from '#projections/engine/generationBuild.ts';
import { UnreadableEvent } from '../../../log/unreadableEvent.ts';
import { DataFolderRefused } from '../../../ports/dataFolderRefused.ts';
import { startWorker } from '../thread/workerRpc.ts';
import type { DecryptedLogMethods, DecryptedLogWorkerData } from './decryptedLogWorker.ts';
import type { LogBatch } from './readAhead.ts';

const WORKER_FILE = new URL('./decryptedLogWorker.ts', import.meta.url);

/** A log that a thread of its own reads, decrypts and parses, beside the process that writes it. */
export interface DecryptedLog extends FoldedLog {
  close(): Promise<void>;
}

/** The batch that is requested while the caller handles the one before. */
interface Asked {
  readonly after: string;
  readonly limit: number;
  readonly batch: Promise<LogBatch>;
}

/** @throws DataFolderRefused */
export async function openDecryptedLog(data: DecryptedLogWorkerData): Promise<DecryptedLog> {
  const worker = await startWorker<DecryptedLogMethods>(WORKER_FILE, {
    data,
    name: `log ${data.files.events} (opened)`,
    errors: [DataFolderRefused, UnknownEvent, UnreadableEvent],
    work: 'computes',
  });
  const ask = (after: string, limit: number): Asked => {
    const batch = worker.call('read', after, limit);
    // The next call awaits it and gets its error; there may be no next call.
    batch.catch(() => undefined);
    return { after, limit, batch };
  };
  let asked: Asked | null = null;

  return {
    async readFolded(after, limit) {
      const asking = asked?.after === after && asked.limit === limit ? asked : ask(after, limit);
      const { text, read, last } = await asking.batch;
      asked = last === null || read < limit ? null : ask(last, limit);
      return { read, last, folded: JSON.parse(text) as RecordedEvent[] };
    },
    close: () => worker.close(),
  };
}
