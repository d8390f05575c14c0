import type { Blank, ByteSource, VideoContainer } from './container.ts';

/** Chunks that are looked at: a file has some dozen, for its frames lie in one. */
const MAX_CHUNKS = 10_000;
/** Bytes of a chunk's head: four letters and a length; those of a list go on with four letters. */
const HEAD_BYTES = 8;
const LIST_HEAD_BYTES = 12;
/** Bytes of the head of the whole film (`avih`). */
const FILM_BYTES = 40;
const MICROSECONDS = 1_000_000;

/** A chunk: its name, or that of its list, its place and its content. */
interface Chunk {
  readonly name: string;
  readonly isList: boolean;
  readonly nameAt: number;
  readonly start: number;
  readonly end: number;
}

/** Notes of cameras and editors: title, maker, place, time. */
const NOTES = new Set(['INFO', 'exif', 'ncdt', 'IDIT', 'GEOB']);

/**
 * Reads an AVI file (RIFF): size and length of the film.
 *
 * @returns `null`: it is cut, or it has no head or no frames
 */
export async function readAvi(source: ByteSource): Promise<Omit<VideoContainer, 'type'> | null> {
  const head = await source.read(0, LIST_HEAD_BYTES);
  if (head.byteLength < LIST_HEAD_BYTES) return null;
  const end = HEAD_BYTES + head.readUInt32LE(4);
  if (end > source.size) return null;

  const blanks: Blank[] = [];
  let film: Buffer | null = null;
  let hasFrames = false;
  let left = MAX_CHUNKS;
  const lists = [{ start: LIST_HEAD_BYTES, end }];
  for (const list of lists) {
    for (let at = list.start; at + HEAD_BYTES <= list.end; ) {
      const chunk = await chunkAt(source, at, list.end);
      left -= 1;
      if (chunk === null || left < 0) return null;
      if (NOTES.has(chunk.name)) blanks.push({ ...chunk, name: 'JUNK', start: at + HEAD_BYTES });
      else if (chunk.name === 'hdrl') lists.push(chunk);
      else if (chunk.name === 'avih') film = await source.read(chunk.start, FILM_BYTES);
      else if (chunk.name === 'movi') hasFrames = true;
      // Each chunk begins at an even byte.
      at = chunk.end + (chunk.end % 2);
    }
  }
  if (film === null || film.byteLength < FILM_BYTES || !hasFrames) return null;
  const seconds = Math.round((film.readUInt32LE(0) * film.readUInt32LE(16)) / MICROSECONDS);
  return { width: film.readUInt32LE(32), height: film.readUInt32LE(36), seconds: seconds > 0 ? seconds : null, blanks };
}

async function chunkAt(source: ByteSource, at: number, to: number): Promise<Chunk | null> {
  const head = await source.read(at, LIST_HEAD_BYTES);
  if (head.byteLength < HEAD_BYTES) return null;
  const end = at + HEAD_BYTES + head.readUInt32LE(4);
  if (end > to) return null;
  const name = head.toString('latin1', 0, 4);
  const isList = name === 'LIST';
  if (isList && head.byteLength < LIST_HEAD_BYTES) return null;
  return {
    name: isList ? head.toString('latin1', 8, 12) : name,
    isList,
    nameAt: at,
    start: at + (isList ? LIST_HEAD_BYTES : HEAD_BYTES),
    end,
  };
}
