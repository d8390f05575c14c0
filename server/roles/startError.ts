import { Unavailable } from '#projections/engine/eventLog.ts';
import { DataFolderRefused } from '../engines/sqlite/dataFolderRefused.ts';

/** Codes of a file system that has no room, or none for us. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** Why a server did not start, as its operator should read it: what the disk says about the folder is a refusal of it. */
export function startError(dataDir: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (NO_ROOM.has(code)) {
    const message = `There is no room to write ${dataDir} (${code}). Free some space on the disk, then start Quad again.`;
    return new DataFolderRefused('CANNOT_OPEN', dataDir, message, { cause: error });
  }
  if (!(error instanceof Unavailable)) return error;
  return new DataFolderRefused('CANNOT_OPEN', dataDir, error.message, { cause: error });
}
