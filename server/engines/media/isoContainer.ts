import type { Blank, ByteSource, VideoContainer } from './container.ts';

/**
 * Boxes that are looked at, of all levels: a video of ten minutes in fragments of a second has some thousand. More are no
 * video that a camera or an editor writes.
 */
const MAX_BOXES = 20_000;
/** Bytes of a box's head, and of one whose length needs 64 bits (ISO/IEC 14496-12, 4.2). */
const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 16;
/** Bytes of the longest head of a track or film that is read, its version included. */
const HEADER_BYTES = 100;

/** Boxes that say where and by what it was filmed: notes of cameras and editors, tags, XMP. */
const NOTES = new Set(['udta', 'meta', 'uuid']);

/** A box: its name, its place and its content. */
interface Box {
  readonly name: string;
  readonly nameAt: number;
  readonly start: number;
  readonly end: number;
}

/** Findings of the walk through the boxes. */
interface Found {
  boxes: number;
  movie: boolean;
  /** There is something in which frames may lie. */
  frames: boolean;
  width: number;
  height: number;
  seconds: number | null;
  readonly blanks: Blank[];
}

/** A box that does not end within the one around it, or one too many. */
class Broken extends Error {}

/**
 * Reads an MP4 or QuickTime file (ISO/IEC 14496-12): the size of its first picture track, upright, and its length.
 *
 * @returns `null`: it is cut, its boxes do not fit into each other, or it has no film in it
 */
export async function readIso(source: ByteSource): Promise<Omit<VideoContainer, 'type'> | null> {
  const found: Found = { boxes: 0, movie: false, frames: false, width: 0, height: 0, seconds: null, blanks: [] };
  try {
    for await (const box of boxesIn(source, 0, source.size, found)) {
      if (box.name === 'moov') await readMovie(source, box, found);
      else if (box.name === 'mdat') found.frames ||= box.end > box.start;
      else if (NOTES.has(box.name)) found.blanks.push(blank(box));
    }
  } catch (error) {
    if (error instanceof Broken) return null;
    throw error;
  }
  const { movie, frames, width, height, seconds, blanks } = found;
  return movie && frames ? { width, height, seconds, blanks } : null;
}

async function readMovie(source: ByteSource, movie: Box, found: Found): Promise<void> {
  found.movie = true;
  let scale = 0;
  for await (const box of boxesIn(source, movie.start, movie.end, found)) {
    if (NOTES.has(box.name)) found.blanks.push(blank(box));
    else if (box.name === 'trak') await readTrack(source, box, found);
    else if (box.name === 'mvhd') {
      const head = await headerOf(source, box);
      const isLong = head[0] === 1;
      scale = head.readUInt32BE(isLong ? 20 : 12);
      found.seconds = secondsOf(isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16), scale);
    } else if (box.name === 'mvex') {
      for await (const inner of boxesIn(source, box.start, box.end, found)) {
        if (inner.name !== 'mehd') continue;
        const head = await headerOf(source, inner);
        found.seconds = secondsOf(head[0] === 1 ? Number(head.readBigUInt64BE(4)) : head.readUInt32BE(4), scale);
      }
    }
  }
}

async function readTrack(source: ByteSource, track: Box, found: Found): Promise<void> {
  let size = { width: 0, height: 0 };
  let isPicture = false;
  for await (const box of boxesIn(source, track.start, track.end, found)) {
    if (NOTES.has(box.name)) found.blanks.push(blank(box));
    else if (box.name === 'tkhd') size = uprightSize(await headerOf(source, box));
    else if (box.name === 'mdia') isPicture = await isPictureTrack(source, box, found);
  }
  if (isPicture && found.width === 0) Object.assign(found, size);
}

async function isPictureTrack(source: ByteSource, media: Box, found: Found): Promise<boolean> {
  for await (const box of boxesIn(source, media.start, media.end, found)) {
    if (box.name === 'hdlr') return (await headerOf(source, box)).toString('latin1', 8, 12) === 'vide';
  }
  return false;
}

/** Width and height of a track's head, in whole pixels; its matrix may turn it by a quarter. */
function uprightSize(head: Buffer): { width: number; height: number } {
  const matrix = head[0] === 1 ? 52 : 40;
  const [width, height] = [head.readUInt16BE(matrix + 36), head.readUInt16BE(matrix + 40)];
  const isTurned = head.readInt32BE(matrix) === 0 && head.readInt32BE(matrix + 16) === 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Whole seconds; fragments count as the writer says elsewhere, here they may be none. */
function secondsOf(duration: number, scale: number): number | null {
  const seconds = scale === 0 ? 0 : Math.round(duration / scale);
  return duration > 0 && Number.isSafeInteger(seconds) ? seconds : null;
}

/** The beginning of a box's content, padded with zeros where the box is shorter. */
async function headerOf(source: ByteSource, { start, end }: Box): Promise<Buffer> {
  const head = Buffer.alloc(HEADER_BYTES);
  (await source.read(start, Math.min(HEADER_BYTES, end - start))).copy(head);
  return head;
}

function blank({ nameAt, start, end }: Box): Blank {
  return { nameAt, name: 'free', start, end };
}

/** The boxes between two places, one after the other. @throws Broken */
async function* boxesIn(source: ByteSource, from: number, to: number, found: Found): AsyncGenerator<Box> {
  for (let at = from; at < to; ) {
    found.boxes += 1;
    if (found.boxes > MAX_BOXES) throw new Broken();
    const head = await source.read(at, Math.min(LONG_HEAD_BYTES, to - at));
    if (head.byteLength < HEAD_BYTES) throw new Broken();
    const short = head.readUInt32BE(0);
    const isLong = short === 1;
    if (isLong && head.byteLength < LONG_HEAD_BYTES) throw new Broken();
    // Without a length it goes to the end of the file.
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 && to === source.size ? to - at : short;
    const end = at + size;
    const start = at + (isLong ? LONG_HEAD_BYTES : HEAD_BYTES);
    if (end < start || end > to) throw new Broken();
    yield { name: head.toString('latin1', 4, 8), nameAt: at + 4, start, end };
    at = end;
  }
}
