import { eventDefinitions } from '#domain/registry.ts';
import { createEventOpener } from '../../../log/eventOpener.ts';
import { formatPosition, parsePosition } from '../../../log/position.ts';
import { createSubjectKeys } from '../../../log/subjectKeys.ts';
import { serveWorker } from '../thread/workerRpc.ts';
import { openVaultKeyReader } from '../vault/keyReader.ts';
import type { LogFiles } from './openedLog.ts';
import { createReadAhead, type Stretch } from './openedLogAhead.ts';
import { openEventLogReader } from './reader.ts';
import { decodeRow, type EventRow } from './tables.ts';

/** Start of the thread that reads and opens the log for a build. */
export interface OpenedLogWorkerData {
  readonly files: LogFiles;
  /** Types of the events that are wanted. */
  readonly types: readonly string[];
}

function open({ files, types }: OpenedLogWorkerData) {
  const reader = openEventLogReader(files.events);
  const wanted = new Set(types);
  const vault = openVaultKeyReader(files.vault);
  const readStream = async (stream: string) => reader.readStream(stream, 0).map(decodeRow);
  const { open: openEvents } = createEventOpener(createSubjectKeys(vault, { readStream }), eventDefinitions);
  /** What is not known to this release is opened, too: that says why it can't be. */
  const isWanted = ([, , , , type, version]: EventRow) =>
    wanted.has(type) || version > (eventDefinitions[type]?.version ?? 0);
  const read = async (after: string, limit: number): Promise<Stretch> => {
    const rows = reader.readAll(parsePosition(after), limit);
    const events = await openEvents(rows.filter(isWanted).map(decodeRow));
    const last = rows.at(-1)?.[0];
    return { text: JSON.stringify(events), read: rows.length, last: last === undefined ? null : formatPosition(last) };
  };
  const readAhead = createReadAhead(read);

  const methods = {
    /** Up to `limit` events after a position. */
    read: readAhead,
  };
  return {
    methods,
    close() {
      vault.close();
      reader.close();
    },
  };
}

export type OpenedLogMethods = ReturnType<typeof open>['methods'];

serveWorker(open);
