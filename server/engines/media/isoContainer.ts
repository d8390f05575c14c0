import type { Blank, ByteSource, VideoContainer } from './container.ts';
import { chunksOf, newSampleBudget, type Range, type SampleBudget, type SampleTables, within } from './isoSamples.ts';

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

/**
 * Boxes that a film needs to be shown, of the file, of its head and of a track. All others may say where and by what it was
 * filmed: notes of cameras and editors, tags, XMP, and what dash cameras write into room that is free.
 */
const OF_FILE = new Set(['ftyp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'styp']);
const OF_MOVIE = new Set(['mvhd', 'trak', 'mvex', 'iods']);
const OF_TRACK = new Set(['tkhd', 'edts', 'mdia', 'tref', 'tapt', 'clip', 'matt', 'load']);
/** Notes within what describes a track's samples. */
const NOTES = new Set(['udta', 'meta', 'uuid']);
/**
 * What tracks are of that are kept. Others hold notes for each second of the film: cameras, drones and phones write there
 * where they were (`gpmd`, `mebx`, `camm`, and subtitles with coordinates).
 */
const SHOWN = new Set(['vide', 'soun']);
/**
 * The tables that say where samples lie: no other box is kept. A copy of all boxes for each further one took the time of
 * a hostile film by the square of their number.
 */
const TABLES = new Set(['stsz', 'stz2', 'stsc', 'stco', 'co64']);
/** The box around the tables of a track's samples, step by step from its media. */
const TOWARDS_TABLES: Readonly<Record<string, string>> = { mdia: 'minf', minf: 'stbl' };

/** Names of room that readers skip. */
const FREE = new Set(['free', 'skip', 'wide']);

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
  /** Where frames may lie. */
  readonly frames: Range[];
  /** Where the samples of tracks lie that are not shown. */
  readonly unshown: Range[];
  readonly budget: SampleBudget;
  /** Ids of the tracks that are shown. */
  readonly tracks: Set<number>;
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
  const found: Found = {
    ...{ boxes: 0, movie: false, frames: [], unshown: [], tracks: new Set(), width: 0, height: 0, seconds: null },
    ...{ blanks: [], budget: newSampleBudget() },
  };
  try {
    for await (const box of boxesIn(source, 0, source.size, found)) {
      if (box.name === 'moov') await readMovie(source, box, found);
      else if (box.name === 'moof') await readFragment(source, box, found);
      else if (box.name === 'mdat' && box.end > box.start) found.frames.push(box);
      else if (!OF_FILE.has(box.name)) blank(box, found);
    }
  } catch (error) {
    if (error instanceof Broken) return null;
    throw error;
  }
  const { movie, frames, unshown, width, height, seconds, blanks } = found;
  // Nothing but frames is overwritten by what a table says.
  const notes = within(unshown, frames).map((range): Blank => ({ ...range, nameAt: null, name: '' }));
  return movie && frames.length > 0 ? { width, height, seconds, blanks: [...blanks, ...notes] } : null;
}

/** Which samples of a fragment are of a track that is not shown would take its tables: such a film is not taken. */
async function readFragment(source: ByteSource, fragment: Box, found: Found): Promise<void> {
  for await (const box of boxesIn(source, fragment.start, fragment.end, found)) {
    if (NOTES.has(box.name)) blank(box, found);
    if (box.name !== 'traf') continue;
    for await (const inner of boxesIn(source, box.start, box.end, found)) {
      if (NOTES.has(inner.name)) blank(inner, found);
      const isForeign = inner.name === 'tfhd' && !found.tracks.has((await headerOf(source, inner)).readUInt32BE(4));
      if (isForeign) throw new Broken();
    }
  }
}

async function readMovie(source: ByteSource, movie: Box, found: Found): Promise<void> {
  found.movie = true;
  let scale = 0;
  for await (const box of boxesIn(source, movie.start, movie.end, found)) {
    if (!OF_MOVIE.has(box.name)) blank(box, found);
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
  let head: Buffer | null = null;
  const media: Media = { handler: '', tables: {} };
  const notes: Box[] = [];
  for await (const box of boxesIn(source, track.start, track.end, found)) {
    if (!OF_TRACK.has(box.name)) notes.push(box);
    else if (box.name === 'tkhd') head = await headerOf(source, box);
    else if (box.name === 'mdia') await readMedia(source, box, { media, notes, found });
  }
  if (!SHOWN.has(media.handler)) {
    blank(track, found);
    const chunks = await chunksOf(source, media.tables, found.budget);
    if (chunks === null) throw new Broken();
    for (const chunk of chunks) found.unshown.push(chunk);
    return;
  }
  for (const note of notes) blank(note, found);
  if (head === null) return;
  found.tracks.add(head.readUInt32BE(head[0] === 1 ? 20 : 12));
  if (media.handler === 'vide' && found.width === 0) Object.assign(found, uprightSize(head));
}

/** The kind of a track, and the tables of its samples. */
interface Media {
  handler: string;
  tables: SampleTables;
}

async function readMedia(
  source: ByteSource,
  around: Box,
  to: { readonly media: Media; readonly notes: Box[]; readonly found: Found },
): Promise<void> {
  const { media, notes, found } = to;
  for await (const box of boxesIn(source, around.start, around.end, found)) {
    if (NOTES.has(box.name)) notes.push(box);
    else if (TOWARDS_TABLES[around.name] === box.name) await readMedia(source, box, to);
    // QuickTime has a second one, of its data, in `minf`.
    else if (box.name === 'hdlr' && around.name === 'mdia') {
      media.handler = (await headerOf(source, box)).toString('latin1', 8, 12);
    } else if (around.name === 'stbl' && TABLES.has(box.name)) media.tables = { ...media.tables, [box.name]: box };
  }
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

function blank({ name, nameAt, start, end }: Box, found: Found): void {
  // Room that is empty says nothing.
  if (start < end || !FREE.has(name)) found.blanks.push({ nameAt, name: 'free', start, end });
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
