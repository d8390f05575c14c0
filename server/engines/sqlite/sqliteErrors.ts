import { Unavailable } from '#projections/engine/eventLog.ts';
import { DataFolderRefused } from '../../ports/dataFolderRefused.ts';

/** Primary result codes of SQLite (https://sqlite.org/rescode.html) that have a meaning here. */
const SQLITE_PERM = 3;
export const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;
/** The low byte of a result code is the primary one. */
const PRIMARY_CODE_MASK = 0xff;

/** The disk failed during a write: only a new opening of the file shows what is on it. */
export class DiskFailed extends Unavailable {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'DiskFailed';
  }
}

/** Advice about a database with torn writes; for messages. */
const WAY_OUT_OF_CORRUPTION =
  'Stop Quad and restore the folder from a backup; or move the whole folder away to begin with an empty one.';

/** The primary result code of an error of `node:sqlite`; `null` for any other error. */
export function sqliteCode(error: unknown): number | null {
  const errcode = typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : null;
  return typeof errcode === 'number' ? errcode & PRIMARY_CODE_MASK : null;
}

/** The refusal of a database file that is torn or no database at all. */
export function corrupt(file: string, detail: string, cause?: unknown): DataFolderRefused {
  return new DataFolderRefused('CORRUPT', file, `${file} is damaged (${detail}). ${WAY_OUT_OF_CORRUPTION}`, { cause });
}

/** Words an error of opening a database for people; errors of neither SQLite nor the disk stay unchanged. */
export function openingError(file: string, error: unknown): Error {
  const { message: detail } = error as Error;
  const code = sqliteCode(error);
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) return corrupt(file, detail, error);
  if (code === SQLITE_PERM || code === SQLITE_READONLY || isDenied(error)) {
    const message = `${file} can't be written to (${detail}). Give the user who runs Quad the right to write it.`;
    return new DataFolderRefused('NOT_WRITABLE', file, message, { cause: error });
  }
  if (code === null) return error as Error;
  return new DataFolderRefused(
    'CANNOT_OPEN',
    file,
    `${file} can't be opened (${detail}). Check that the disk has room and the user who runs Quad may write there.`,
    { cause: error },
  );
}

/** Whether the operating system denied access to a file. */
function isDenied(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
}

/** Works with a database in use, and maps its errors to the port's. @throws Unavailable, DiskFailed */
export function withRuntimeErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw runtimeError(file, error);
  }
}

/** An error of a database in use as an error of the port: SQLite's become `Unavailable`. */
function runtimeError(file: string, error: unknown): Error {
  const { message: detail } = error as Error;
  switch (sqliteCode(error)) {
    case null:
      return error as Error;
    case SQLITE_FULL:
      return new Unavailable(`There is no room to write ${file} (${detail}). Free some space on the disk.`, {
        cause: error,
      });
    case SQLITE_IOERR:
      return new DiskFailed(`The disk failed under ${file} (${detail}). Check the disk, then start Quad again.`, {
        cause: error,
      });
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return new DiskFailed(`${file} is damaged (${detail}). ${WAY_OUT_OF_CORRUPTION}`, { cause: error });
    default:
      return new Unavailable(`${file} could not be used (${detail}).`, { cause: error });
  }
}
