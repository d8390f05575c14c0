import { readFileSync, writeFileSync } from 'node:fs';

/** Variable that names the file in which stands what has no room. */
export const ROOM_VARIABLE = 'QUAD_NO_ROOM_FILE';

/** Lets the files whose path holds one of these words have no room from now on; none: there is room for all. */
export function leaveNoRoom(controlFile: string, words: readonly string[]): void {
  writeFileSync(controlFile, words.join('\n'));
}

/** Whether a file has no room now; asked in the process under test. */
export function hasNoRoom(path: string): boolean {
  const words = readFileSync(process.env[ROOM_VARIABLE] ?? '', 'utf8').split('\n');
  return words.some((word) => word !== '' && path.includes(word));
}
