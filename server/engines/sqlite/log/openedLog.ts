import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type EventLog, UnknownEvent } from '#projections/engine/eventLog.ts';
import { UnreadableEvent } from '../../../log/eventCodec.ts';
import { DataFolderRefused } from '../folder/dataFolderRefused.ts';
import { startWorker } from '../thread/workerRpc.ts';
import type { OpenedLogMethods } from './openedLogWorker.ts';

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

/** The stretch that is asked for while the caller is busy with the one before. */
interface Asked {
  readonly after: string;
  readonly limit: number;
  readonly text: Promise<string>;
}

/** @throws DataFolderRefused */
export async function openOpenedLog(files: LogFiles): Promise<OpenedLog> {
  const worker = await startWorker<OpenedLogMethods>(WORKER_FILE, {
    data: files,
    name: `log ${files.events} (opened)`,
    errors: [DataFolderRefused, UnknownEvent, UnreadableEvent],
    work: 'computes',
  });
  const ask = (after: string, limit: number): Asked => {
    const text = worker.call('readAll', after, limit);
    // Who waits for it hears why it fails; maybe nobody does.
    text.catch(() => undefined);
    return { after, limit, text };
  };
  let asked: Asked | null = null;

  return {
    async readAll(after, limit) {
      const { text } = asked?.after === after && asked.limit === limit ? asked : ask(after, limit);
      const events = JSON.parse(await text) as RecordedEvent[];
      const last = events.at(-1);
      asked = last === undefined || events.length < limit ? null : ask(last.position, limit);
      return events;
    },
    close: () => worker.close(),
  };
}
