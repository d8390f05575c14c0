import { setImmediate } from 'node:timers/promises';
import { eventDefinitions } from '#domain/registry.ts';
import { createEventOpener } from '../../log/eventOpener.ts';
import { parsePosition } from '../../log/position.ts';
import { createSubjectKeys } from '../../log/subjectKeys.ts';
import { openEventLogReader } from './eventStoreReader.ts';
import { decodeRow } from './eventStoreTables.ts';
import type { LogFiles } from './openedLog.ts';
import { openVaultKeyReader } from './vaultKeyReader.ts';
import { serveWorker } from './workerRpc.ts';

/** Some events of the log as JSON. */
interface Stretch {
  readonly text: string;
  /** Position of the last one; `null` at the end of the log. */
  readonly last: string | null;
}

/** Start of the thread that reads and opens the log for a build. */
function open(files: LogFiles) {
  const reader = openEventLogReader(files.events);
  const vault = openVaultKeyReader(files.vault);
  const readStream = async (stream: string) => reader.readStream(stream, 0).map(decodeRow);
  const openEvents = createEventOpener(createSubjectKeys(vault, { readStream }), eventDefinitions);
  const read = async (after: string, limit: number): Promise<Stretch> => {
    const rows = reader.readAll(parsePosition(after), limit);
    const events = await openEvents(rows.map(decodeRow));
    const last = events.length < limit ? null : (events.at(-1)?.position ?? null);
    return { text: JSON.stringify(events), last };
  };
  let ahead: { readonly after: string; readonly limit: number; readonly stretch: Promise<Stretch | null> } | null =
    null;
  /** Reads while the caller folds, once the answer before is on its way. One that fails is read again when asked for. */
  const readAhead = (after: string, limit: number): Promise<Stretch | null> =>
    setImmediate()
      .then(() => read(after, limit))
      .catch(() => null);

  const methods = {
    /** Up to `limit` events after a position as JSON: a text crosses the border far quicker than what it says. */
    async readAll(after: string, limit: number): Promise<string> {
      const found = ahead?.after === after && ahead.limit === limit ? await ahead.stretch : null;
      const { text, last } = found ?? (await read(after, limit));
      ahead = last === null ? null : { after: last, limit, stretch: readAhead(last, limit) };
      return text;
    },
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
