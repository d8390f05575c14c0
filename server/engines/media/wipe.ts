import type { FileHandle } from 'node:fs/promises';
import type { Blank } from './container.ts';
import { writeAt } from './writeAt.ts';

/** Bytes of a file that are changed in memory and written together: a film may have thousands of small notes side by side. */
const WINDOW_BYTES = 64 * 1_024;
/** Bytes of zeros that are written at a time where a note is longer. */
const ZEROS = Buffer.alloc(WINDOW_BYTES);

/** Bytes to be overwritten: by letters, or by zeros where there are none. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly letters: string;
}

/**
 * Overwrites notes with zeros, and renames each that has a name to one that is skipped. Those that lie together are
 * written together, in the order of the file.
 */
export async function wipe(file: FileHandle, blanks: readonly Blank[]): Promise<void> {
  let window: { readonly at: number; readonly bytes: Buffer } | null = null;
  for (const piece of piecesOf(blanks)) {
    if (window === null || piece.end > window.at + window.bytes.byteLength) {
      if (window !== null) await writeAt(file, window.bytes, window.at);
      window = { at: piece.start, bytes: await bytesAt(file, piece.start) };
    }
    if (piece.end <= window.at + window.bytes.byteLength) {
      fill(window.bytes, piece, window.at);
    } else {
      // It is longer than a window.
      for (let at = piece.start; at < piece.end; at += ZEROS.byteLength) {
        await writeAt(file, ZEROS.subarray(0, Math.min(ZEROS.byteLength, piece.end - at)), at);
      }
      window = null;
    }
  }
  if (window !== null) await writeAt(file, window.bytes, window.at);
}

/** Names and contents in the order of the file. */
function piecesOf(blanks: readonly Blank[]): readonly Piece[] {
  return blanks
    .flatMap(({ nameAt, name, start, end }): Piece[] => [
      ...(nameAt === null ? [] : [{ start: nameAt, end: nameAt + name.length, letters: name }]),
      { start, end, letters: '' },
    ])
    .filter(({ start, end }) => end > start)
    .toSorted((a, b) => a.start - b.start);
}

function fill(bytes: Buffer, { start, end, letters }: Piece, at: number): void {
  if (letters === '') bytes.fill(0, start - at, end - at);
  else bytes.write(letters, start - at, 'latin1');
}

async function bytesAt(file: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(WINDOW_BYTES), 0, WINDOW_BYTES, at);
  return buffer.subarray(0, bytesRead);
}
