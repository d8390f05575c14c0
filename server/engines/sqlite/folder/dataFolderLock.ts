import { readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { DataFolderRefused } from '../../../ports/dataFolderRefused.ts';
import { writeDurably } from '../../files/durableFile.ts';
import { openingError, SQLITE_BUSY, sqliteCode } from '../sqliteErrors.ts';

/** The file whose lock a process with the folder holds. It stays empty. */
export const LOCK_FILE = 'quad.lock';
/** The process that has the folder, and its control address. Valid only while the lock is held. */
export const HOLDER_FILE = 'running.json';
/** Milliseconds to wait for the lock: longer than another process's check whether it is held. */
const LOCK_TIMEOUT_MS = 250;

const holderSchema = z.object({
  pid: z.int(),
  host: z.string(),
  /** `server`, or the verb of the command line. */
  purpose: z.string(),
  /** ISO 8601 instant. */
  startedAt: z.string(),
  /** Control socket (`server/roles/control.ts`); `null` before it is open. */
  control: z.nullable(z.object({ socket: z.string(), token: z.string() })),
});

/** The process that has a data folder. */
export type Holder = z.infer<typeof holderSchema>;

export interface FolderLock {
  /** Writes the holder file. */
  announce(holder: Holder): Promise<void>;
  release(): Promise<void>;
}

/** Keeps lock connections reachable: the collection of one would close it and release the lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks the folder for this process. The lock is the operating system's, through SQLite, on a file of its own: only one
 * process can have it, and it ends with the process in every case, so no stale lock is ever left. No other code of this
 * process may open that file: closing it would release the lock (POSIX).
 *
 * @throws DataFolderRefused another process has it; the message names it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = join(folder, LOCK_FILE);
  let opened: DatabaseSync | null = null;
  let db: DatabaseSync;
  try {
    db = opened = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS });
    // No journal file: nothing is ever written.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    opened?.close();
    if (sqliteCode(error) !== SQLITE_BUSY) throw openingError(file, error);
    throw inUse(folder, await readHolderFile(folder));
  }
  held.add(db);
  const holderFile = join(folder, HOLDER_FILE);
  return {
    announce: (holder) => writeDurably(holderFile, `${JSON.stringify(holder, null, 2)}\n`),
    async release() {
      if (!held.delete(db)) return;
      await rm(holderFile, { force: true });
      db.close();
    },
  };
}

/**
 * The process that has a folder now; `null` when none has. Does not take the folder.
 * A process that is just starting may be reported without its address.
 */
export async function findHolder(folder: string): Promise<Holder | 'unknown' | null> {
  if (!isLocked(join(folder, LOCK_FILE))) return null;
  return (await readHolderFile(folder)) ?? 'unknown';
}

function isLocked(file: string): boolean {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 0 });
    db.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY) return true;
    // No lock file: no process has used the folder.
    if (db === null) return false;
    throw openingError(file, error);
  } finally {
    db?.close();
  }
}

/** The holder's note; `null`: there is none yet, or a killed process wrote it. */
async function readHolderFile(folder: string): Promise<Holder | null> {
  const text = await readFile(join(folder, HOLDER_FILE), 'utf8').catch(() => 'null');
  const parsed = z.nullable(holderSchema).safeParse(parseJson(text));
  if (!parsed.success || parsed.data === null) return null;
  return isAlive(parsed.data) ? parsed.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isAlive({ pid, host }: Holder): boolean {
  // Processes of another host or container cannot be checked; trusted, because the lock is held.
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function inUse(folder: string, holder: Holder | null): DataFolderRefused {
  const who =
    holder === null
      ? 'another process of Quad'
      : `process ${holder.pid} (${holder.purpose}) on ${holder.host}, since ${holder.startedAt}`;
  return new DataFolderRefused(
    'IN_USE',
    folder,
    `The data folder ${folder} is in use by ${who}. Stop it first, or set DATA_DIR to another folder.`,
  );
}
