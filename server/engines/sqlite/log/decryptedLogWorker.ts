import { eventDefinitions } from '#domain/registry.ts';
import { compileEventSchemas } from '../../../kernel/compiledSchemas.ts';
import { createSealedReader } from '../../../log/eventOpener.ts';
import { formatPosition, parsePosition } from '../../position.ts';
import { serveWorker } from '../thread/workerRpc.ts';
import type { LogFiles } from './logFiles.ts';
import { type BatchStart, createReadAhead, type LogBatch } from './readAhead.ts';
import { openEventLogReader } from './reader.ts';
import { decodeRow, type EventRow } from './tables.ts';

/** Start of the thread that reads and opens the log for a build. */
export interface DecryptedLogWorkerData {
  readonly files: LogFiles;
  /** Types of the wanted events; known events of other types are skipped, and not opened. */
  readonly types: readonly string[];
  /** The first read, if it is known: it begins at once. */
  readonly first: BatchStart | null;
}

function open({ files, types, first }: DecryptedLogWorkerData) {
  const reader = openEventLogReader(files.events);
  const wanted = new Set(types);
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
  const methods = {
    /** Up to `limit` events after a position. */
    read: createReadAhead(read, first),
  };
  return {
    methods,
    close: () => reader.close(),
  };
}

export type DecryptedLogMethods = ReturnType<typeof open>['methods'];

serveWorker(open);
