import { eventDefinitions } from '#domain/registry.ts';
import { createEventOpener } from '../../../log/eventOpener.ts';
import { parsePosition } from '../../../log/position.ts';
import { createSubjectKeys } from '../../../log/subjectKeys.ts';
import { serveWorker } from '../thread/workerRpc.ts';
import { openVaultKeyReader } from '../vault/keyReader.ts';
import type { LogFiles } from './openedLog.ts';
import { createReadAhead, type Stretch } from './openedLogAhead.ts';
import { openEventLogReader } from './reader.ts';
import { decodeRow } from './tables.ts';

/** Start of the thread that reads and opens the log for a build. */
function open(files: LogFiles) {
  const reader = openEventLogReader(files.events);
  const vault = openVaultKeyReader(files.vault);
  const readStream = async (stream: string) => reader.readStream(stream, 0).map(decodeRow);
  const { open: openEvents } = createEventOpener(createSubjectKeys(vault, { readStream }), eventDefinitions);
  const read = async (after: string, limit: number): Promise<Stretch> => {
    const rows = reader.readAll(parsePosition(after), limit);
    const events = await openEvents(rows.map(decodeRow));
    const last = events.length < limit ? null : (events.at(-1)?.position ?? null);
    return { text: JSON.stringify(events), last };
  };
  const readAhead = createReadAhead(read);

  const methods = {
    /** Up to `limit` events after a position as JSON: a text crosses the border far quicker than what it says. */
    readAll: async (after: string, limit: number): Promise<string> => (await readAhead(after, limit)).text,
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
