import { Unavailable } from '#projections/engine/eventLog.ts';
import { DataFolderRefused } from '../ports/dataFolderRefused.ts';

/** Codes of a file system without room, or without room for this user. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** Why a server did not start, for its operator: an error of the disk becomes a refusal of the folder. */
export function startError(dataDir: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (NO_ROOM.has(code)) {
    const message = `There is no room to write ${dataDir} (${code}). Free some space on the disk, then start Quad again.`;
    return new DataFolderRefused('CANNOT_OPEN', dataDir, message, { cause: error });
  }
  if (!(error instanceof Unavailable)) return error;
  return new DataFolderRefused('CANNOT_OPEN', dataDir, error.message, { cause: error });
}
