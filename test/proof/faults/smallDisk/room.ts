import { readFileSync, writeFileSync } from 'node:fs';

/** Variable that names the file with the list of paths without space. */
export const ROOM_VARIABLE = 'QUAD_NO_ROOM_FILE';

/** Makes writes fail from now on for files whose path contains one of these words; none: all succeed. */
export function leaveNoRoom(controlFile: string, words: readonly string[]): void {
  writeFileSync(controlFile, words.join('\n'));
}

/** Whether a file has no room now; asked in the process under test. */
export function hasNoRoom(path: string): boolean {
  const words = readFileSync(process.env[ROOM_VARIABLE] ?? '', 'utf8').split('\n');
  return words.some((word) => word !== '' && path.includes(word));
}
