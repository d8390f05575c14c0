import type { DatabaseSync } from 'node:sqlite';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { SearchBuild, SearchChanges, SearchShape } from '../../../ports/searchIndex.ts';
import { BUSY_TIMEOUT_MS, openDatabase, transaction } from '../database.ts';
import { withRuntimeErrors } from '../sqliteErrors.ts';
import { serveWorker } from '../thread/workerRpc.ts';
import { type BuildDocuments, buildDocuments } from './documents.ts';
import { type BuildRow, buildSchema, dropSchema, LIVE_BUILD, remakeSchema, SEARCH } from './tables.ts';

/** Start of the threads of the search. */
export interface SearchWorkerData {
  readonly file: string;
}

function open({ file }: SearchWorkerData) {
  const db = openDatabase(file, SEARCH);
  // A crash between an erasure and the truncation may have left erased text there.
  emptyWriteAheadLog(db);
  const builds = buildsOf(db);
  const guarded = <T>(action: () => T): T => withRuntimeErrors(file, action);
  const methods = {
    builds: (index: string) => guarded(() => builds.list(index)),
    begin: (shape: SearchShape) => guarded(() => transaction(db, () => builds.begin(shape))),
    write: (build: string, changes: SearchChanges) =>
      guarded(() => transaction(db, () => builds.opened(build).write(changes))),
    note: (build: string, state: string) => guarded(() => builds.note(build, state)),
    makeLive: (build: string) => guarded(() => transaction(db, () => builds.makeLive(build))),
    discard: (build: string) => guarded(() => transaction(db, () => builds.discard(build))),
    erase(subjects: readonly string[]) {
      guarded(() => {
        transaction(db, () => builds.erase(subjects));
        emptyWriteAheadLog(db);
      });
    },
    check: () => guarded(() => void builds.list('')),
  };
  return { methods, close: () => db.close() };
}

export type SearchWriterMethods = ReturnType<typeof open>['methods'];

/** The builds of all indexes, with the prepared statements of those in use. */
function buildsOf(db: DatabaseSync) {
  const opened = new Map<number, BuildDocuments>();
  const list = db.prepare('SELECT * FROM builds WHERE name = ? ORDER BY is_live DESC, number');
  const all = db.prepare('SELECT * FROM builds');
  const one = db.prepare('SELECT * FROM builds WHERE number = ?');
  const live = db.prepare(LIVE_BUILD);
  const insert = db.prepare('INSERT INTO builds (name, shape) VALUES (?, ?)');
  const note = db.prepare('UPDATE builds SET state = ? WHERE number = ?');
  const setLive = db.prepare('UPDATE builds SET is_live = 1 WHERE number = ?');
  const drop = db.prepare('DELETE FROM builds WHERE number = ?');

  function openBuild({ number, shape }: BuildRow): BuildDocuments {
    const known = opened.get(number);
    if (known !== undefined) return known;
    const made = buildDocuments(db, number, JSON.parse(shape) as SearchShape);
    opened.set(number, made);
    return made;
  }
  function rowOf(build: string): BuildRow {
    const row = one.get(Number(build)) as BuildRow | undefined;
    if (row === undefined) throw new Error(`There is no build ${build}.`);
    return row;
  }
  function remove({ number }: BuildRow): void {
    opened.delete(number);
    db.exec(dropSchema(number));
    drop.run(number);
  }

  return {
    list: (index: string) => (list.all(index) as unknown as readonly BuildRow[]).map(describe),
    begin(shape: SearchShape): SearchBuild {
      const number = Number(insert.run(shape.name, JSON.stringify(shape)).lastInsertRowid);
      db.exec(buildSchema(number, shape));
      return describe(rowOf(String(number)));
    },
    opened: (build: string) => openBuild(rowOf(build)),
    note: (build: string, state: string) => void note.run(state, rowOf(build).number),
    makeLive(build: string): void {
      const row = rowOf(build);
      if (row.is_live === 1) return;
      const former = live.get(row.name) as BuildRow | undefined;
      if (former !== undefined) remove(former);
      setLive.run(row.number);
    },
    discard(build: string): void {
      const row = one.get(Number(build)) as BuildRow | undefined;
      if (row?.is_live === 1) throw new Error(`${build} is live.`);
      if (row !== undefined) remove(row);
    },
    erase(subjects: readonly string[]): void {
      for (const row of all.all() as unknown as readonly BuildRow[]) {
        openBuild(row).erase(subjects);
        db.exec(remakeSchema(row.number, JSON.parse(row.shape) as SearchShape));
      }
    },
  };
}

function describe({ number, shape, is_live, state }: BuildRow): SearchBuild {
  const { version } = JSON.parse(shape) as SearchShape;
  return { id: String(number), version, isLive: is_live === 1, state };
}

/**
 * Moves all pages into the main file and truncates the write-ahead log, which removes old versions of pages.
 * @throws Unavailable another program reads the file
 */
function emptyWriteAheadLog(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
  if (busy === 0) return;
  throw new Unavailable('Another program reads the search index, so erased text is still in its log.');
}

serveWorker(open);
