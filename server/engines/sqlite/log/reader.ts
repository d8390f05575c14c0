import { openDatabase } from '../database.ts';
import { withRuntimeErrors } from '../sqliteErrors.ts';
import { type EraRow, EVENT_LOG, type EventRow, LOG_CACHE } from './tables.ts';

/** Reads the log; synchronous, for a worker thread. Every read sees all earlier commits. */
export interface EventLogReader {
  /** Position of the last event, 0 for none. */
  head(): number;
  readStream(stream: string, fromRevision: number): readonly EventRow[];
  readAll(after: number, limit: number): readonly EventRow[];
  eventAt(position: number): EventRow | null;
  /** Eras of the log, oldest first. */
  eras(): readonly EraRow[];
  close(): void;
}

/** @throws DataFolderRefused */
export function openEventLogReader(file: string): EventLogReader {
  const db = openDatabase(file, EVENT_LOG, true);
  db.exec(LOG_CACHE);
  const columns = 'position, id, stream, revision, type, version, data, meta';
  const head = db.prepare('SELECT coalesce(max(position), 0) AS head FROM events');
  const ofStream = db.prepare(`SELECT ${columns} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision`);
  const ofAll = db.prepare(`SELECT ${columns} FROM events WHERE position > ? ORDER BY position LIMIT ?`);
  const ofPosition = db.prepare(`SELECT ${columns} FROM events WHERE position = ?`);
  ofStream.setReturnArrays(true);
  ofPosition.setReturnArrays(true);
  ofAll.setReturnArrays(true);

  const reading = <T>(read: () => unknown): T => withRuntimeErrors(file, () => read() as T);
  return {
    head: () => reading<{ head: number }>(() => head.get()).head,
    readStream: (stream, fromRevision) => reading(() => ofStream.all(stream, fromRevision)),
    readAll: (after, limit) => reading(() => ofAll.all(after, limit)),
    eventAt: (position) => reading(() => ofPosition.get(position) ?? null),
    eras: () =>
      reading(() => {
        const eras = db.prepare('SELECT id, after FROM eras ORDER BY number');
        eras.setReturnArrays(true);
        return eras.all();
      }),
    close: () => db.close(),
  };
}
