import { accessSync, chmodSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DataFolderRefused } from '../../ports/dataFolderRefused.ts';
import { corrupt, openingError } from './sqliteErrors.ts';

/** Milliseconds that a statement waits for another connection's lock. */
export const BUSY_TIMEOUT_MS = 5_000;
/** Only the owner reads and writes: the files hold personal data and keys. */
const PRIVATE_FILE_MODE = 0o600;
/** Bits of a file mode that let others than the owner do anything. */
const OTHERS = 0o077;
/** Bytes up to which a database is checked completely when it is opened; a check reads every page, some 500 MB/s. */
const WHOLE_CHECK_MAX_BYTES = 256 * 1024 * 1024;

/** A kind of database file. */
export interface DatabaseKind {
  /** In words, for messages: `event log`. */
  readonly name: string;
  /** Written into the file's header (`PRAGMA application_id`), so that another file is not taken for ours. */
  readonly applicationId: number;
  /** Format of the tables (`PRAGMA user_version`), from 1. */
  readonly format: number;
  /** SQL that makes the tables of a new file. */
  readonly schema: string;
  /**
   * SQL that upgrades a file from format 1 to 2, from 2 to 3, and so on; left out if no earlier format was released.
   */
  readonly upgrades?: readonly string[];
  /** Pragmas beside WAL and synchronous=FULL, run on every opening. */
  readonly pragmas?: string;
}

/**
 * Opens a database file of ours and makes its tables when it is new. Commits are on disk when they return.
 * Synchronous: call it in a worker thread.
 *
 * @param readOnly reads beside a process that writes; the file must exist
 * @throws DataFolderRefused it is damaged, another program's, of a newer format, or can't be written
 */
export function openDatabase(file: string, kind: DatabaseKind, readOnly = false): DatabaseSync {
  let db: DatabaseSync | null = null;
  try {
    if (readOnly) requireFile(file, kind);
    else makePrivate(file);
    db = new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT_MS });
    checkHeader(db, file, kind);
    if (!readOnly) prepare(db, file, kind);
    return db;
  } catch (error) {
    db?.close();
    throw openingError(file, error);
  }
}

/** Opens a second connection to a database that this process has opened, without checks. */
export function openBeside(file: string, kind: DatabaseKind): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  setPragmas(db, kind);
  return db;
}

/** The same for a file that nothing points to yet, without a journal. */
export function openWithoutJournal(file: string, { pragmas = '' }: DatabaseKind): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  db.exec(pragmas);
  skipJournal(db);
  return db;
}

/**
 * Takes the journal from a connection, and the wait for the disk: for a file that nothing points to yet. What a crash
 * leaves of it is of no use.
 */
export function skipJournal(db: DatabaseSync): void {
  // SQLite refuses it to a "defensive" connection, as `node:sqlite` opens them, and raises no error.
  db.enableDefensive(false);
  const mode = pragma(db, 'journal_mode = OFF');
  db.enableDefensive(true);
  if (mode !== 'off') throw new Error(`SQLite writes with a journal (${String(mode)}) where it should have none.`);
  db.exec('PRAGMA synchronous = OFF');
}

/**
 * Runs `work` in one transaction: all of it is committed, on disk, or none.
 * @throws what `work` or the commit threw, after everything was undone
 */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has rolled back by itself after some errors (a full disk).
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Runs `read` on one snapshot: what another connection commits meanwhile is not seen by any of its statements. */
export function snapshot<T>(db: DatabaseSync, read: () => T): T {
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    // SQLite has ended it by itself after some errors (a disk that can't be read): those are to be thrown.
    if (db.isTransaction) db.exec('COMMIT');
  }
}

/**
 * Rewrites an existing value, through to the disk, which proves that a commit succeeds now. @throws what SQLite throws
 */
export function tryCommit(db: DatabaseSync, { format }: DatabaseKind): void {
  transaction(db, () => db.exec(`PRAGMA user_version = ${format}`));
}

function requireFile(file: string, kind: DatabaseKind): void {
  if (existsSync(file)) return;
  throw new DataFolderRefused('CANNOT_OPEN', file, `There is no ${kind.name} at ${file}. Start Quad there once.`);
}

/** A file is private before anything is in it; SQLite gives its companion files the same mode. */
function makePrivate(file: string): void {
  // Never opens an existing file: closing it would drop this process's locks on it (POSIX).
  if (!existsSync(file)) closeSync(openSync(file, 'wx', PRIVATE_FILE_MODE));
  else if ((statSync(file).mode & OTHERS) !== 0) chmodSync(file, PRIVATE_FILE_MODE);
  // SQLite would open a file that it may only read, and fail at the first write.
  accessSync(file, constants.R_OK | constants.W_OK);
}

function checkHeader(db: DatabaseSync, file: string, kind: DatabaseKind): void {
  const applicationId = pragma(db, 'application_id');
  const isNew = applicationId === 0 && db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (isNew) return;
  if (applicationId !== kind.applicationId) {
    throw new DataFolderRefused(
      'FOREIGN',
      file,
      `${file} is a database of another program, not Quad's ${kind.name}. Move it away, or set DATA_DIR to another folder.`,
    );
  }
  const format = Number(pragma(db, 'user_version'));
  if (format > kind.format) {
    throw new DataFolderRefused(
      'NEWER_FORMAT',
      file,
      `${file} has format ${format}, this release of Quad knows formats up to ${kind.format}. Start the newer release.`,
    );
  }
}

function setPragmas(db: DatabaseSync, { pragmas = '' }: DatabaseKind): void {
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${pragmas}`);
}

function prepare(db: DatabaseSync, file: string, kind: DatabaseKind): void {
  // Before the pragmas: with the larger cache that they may set, the check would leave that much memory in use.
  if (statSync(file).size <= WHOLE_CHECK_MAX_BYTES) {
    const found = String(pragma(db, 'quick_check(1)'));
    if (found !== 'ok') throw corrupt(file, found);
    // Frees the pages that the check has read.
    db.exec('PRAGMA shrink_memory');
  }
  setPragmas(db, kind);
  if (pragma(db, 'application_id') === kind.applicationId) upgrade(db, kind);
  else {
    transaction(db, () => {
      db.exec(kind.schema);
      db.exec(`PRAGMA application_id = ${kind.applicationId}; PRAGMA user_version = ${kind.format}`);
    });
  }
}

/** Upgrades the tables of an earlier release to the present format, all steps or none. */
function upgrade(db: DatabaseSync, { format, upgrades = [] }: DatabaseKind): void {
  const found = Number(pragma(db, 'user_version'));
  if (found >= format) return;
  transaction(db, () => {
    for (const step of upgrades.slice(found - 1)) db.exec(step);
    db.exec(`PRAGMA user_version = ${format}`);
  });
}

/** The value of a pragma that answers one row of one column. */
function pragma(db: DatabaseSync, name: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}
