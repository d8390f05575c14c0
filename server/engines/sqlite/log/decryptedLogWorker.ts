import { eventDefinitions } from '#domain/registry.ts';
import { compileEventSchemas } from '../../../kernel/compiledSchemas.ts';
import { createSealedReader } from '../../../log/eventOpener.ts';
import { formatPosition, parsePosition } from '../../position.ts';
import { serveWorker } from '../thread/workerRpc.ts';
import type { LogFiles } from './logFiles.ts';
import { createReadAhead, type LogBatch } from './readAhead.ts';
import { openEventLogReader } from './reader.ts';
import { decodeRow, type EventRow } from './tables.ts';

/** Start of the thread that reads and opens the log for a build. */
export interface DecryptedLogWorkerData {
  readonly files: LogFiles;
}

function open({ files }: DecryptedLogWorkerData) {
  const reader = openEventLogReader(files.events);
  let wanted: ReadonlySet<string> = new Set();
  const readSealed = createSealedReader(compileEventSchemas(eventDefinitions));
  /** Events that this release does not know are opened too, which throws the right error. */
  const isWanted = ([, , , , type, version]: EventRow) =>
    wanted.has(type) || version > (eventDefinitions[type]?.version ?? 0);
  const read = async (after: string, limit: number): Promise<LogBatch> => {
    const rows = reader.readAll(parsePosition(after), limit);
    const events = await readSealed(rows.filter(isWanted).map(decodeRow));
    const last = rows.at(-1)?.[0];
    return { text: JSON.stringify(events), read: rows.length, last: last === undefined ? null : formatPosition(last) };
  };
  const readAhead = createReadAhead(read);

  const methods = {
    /** Types of the events that are wanted; before the first read. */
    want(types: readonly string[]): void {
      wanted = new Set(types);
    },
    /** Up to `limit` events after a position. */
    read: readAhead,
  };
  return {
    methods,
    close: () => reader.close(),
  };
}

export type DecryptedLogMethods = ReturnType<typeof open>['methods'];

serveWorker(open);
