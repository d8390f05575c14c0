import type { ByteSource } from './container.ts';

/** Samples of the tracks of a film that are taken out together: a camera writes some thousand a minute at most. */
const MAX_SAMPLES = 1_000_000;
/** Chunks of those tracks, of about a second: each is overwritten by itself. */
const MAX_CHUNKS = 20_000;
/** Bytes of a table's head: version, flags and its first numbers (ISO/IEC 14496-12, 8.7). */
const HEAD_BYTES = 12;

/** Bytes of the file: the first one, and the one behind the last. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The tables that say where the samples of a track lie; of each pair a track has one. */
export interface SampleTables {
  readonly stsz?: Range | undefined;
  readonly stz2?: Range | undefined;
  readonly stsc?: Range | undefined;
  readonly stco?: Range | undefined;
  readonly co64?: Range | undefined;
}

/** The samples and chunks of a film that may still be read. */
export interface SampleBudget {
  samples: number;
  chunks: number;
}

export const newSampleBudget = (): SampleBudget => ({ samples: MAX_SAMPLES, chunks: MAX_CHUNKS });

/**
 * Where the samples of a track lie, a range for each chunk.
 *
 * @param budget of all tracks together
 * @returns `null`: a table is missing or ends too early, or there are more than a camera writes
 */
export async function chunksOf(
  source: ByteSource,
  tables: SampleTables,
  budget: SampleBudget,
): Promise<readonly Range[] | null> {
  const sizeOf = await readSizes(source, tables, budget.samples);
  const offsets = await readOffsets(source, tables, budget.chunks);
  const runs = tables.stsc === undefined ? null : await readTable(source, tables.stsc, 8, 12, MAX_CHUNKS);
  if (sizeOf === null || offsets === null || runs === null) return null;
  budget.samples -= sizeOf.count;
  budget.chunks -= offsets.length;
  const chunks: Range[] = [];
  let sample = 0;
  let run = 0;
  for (const [index, start] of offsets.entries()) {
    // A run of chunks of as many samples goes on until the next one begins; chunks are counted from 1.
    while (run + 1 < runs.count && runs.bytes.readUInt32BE((run + 1) * 12) <= index + 1) run += 1;
    const samples = run < runs.count ? runs.bytes.readUInt32BE(run * 12 + 4) : 0;
    const last = Math.min(sample + samples, sizeOf.count);
    let end = start;
    for (; sample < last; sample += 1) end += sizeOf.size(sample);
    if (end > start) chunks.push({ start, end });
  }
  return chunks;
}

interface Sizes {
  readonly count: number;
  size(sample: number): number;
}

async function readSizes(source: ByteSource, { stsz, stz2 }: SampleTables, most: number): Promise<Sizes | null> {
  if (stsz !== undefined) {
    const { head, count } = await headOf(source, stsz, 8);
    const same = head.readUInt32BE(4);
    if (count > most) return null;
    if (same > 0) return { count, size: () => same };
    const table = await readTable(source, stsz, 12, 4, most);
    return table && { count, size: (sample) => table.bytes.readUInt32BE(sample * 4) };
  }
  // Sizes of half a byte are of no use to a note.
  const bits = stz2 === undefined ? 0 : ((await headOf(source, stz2, 8)).head[7] ?? 0);
  if (stz2 === undefined || (bits !== 8 && bits !== 16)) return null;
  const table = await readTable(source, stz2, 12, bits / 8, most);
  return table && { count: table.count, size: (sample) => table.bytes.readUIntBE((sample * bits) / 8, bits / 8) };
}

async function readOffsets(
  source: ByteSource,
  { stco, co64 }: SampleTables,
  most: number,
): Promise<readonly number[] | null> {
  const [range, bytes] = stco === undefined ? [co64, 8] : [stco, 4];
  const table = range === undefined ? null : await readTable(source, range, 8, bytes, most);
  if (table === null) return null;
  return Array.from({ length: table.count }, (_, at) =>
    bytes === 4 ? table.bytes.readUInt32BE(at * 4) : Number(table.bytes.readBigUInt64BE(at * 8)),
  );
}

/** The head of a table, padded with zeros, and the number of its entries. @param countAt place of that number */
async function headOf(source: ByteSource, { start, end }: Range, countAt: number) {
  const head = Buffer.alloc(HEAD_BYTES);
  (await source.read(start, Math.min(HEAD_BYTES, end - start))).copy(head);
  return { head, count: head.readUInt32BE(countAt) };
}

/**
 * The entries of a table.
 *
 * @param headBytes bytes before the entries; the last four of them count these
 * @returns `null`: it ends too early, or there are too many
 */
async function readTable(source: ByteSource, range: Range, headBytes: number, entryBytes: number, most: number) {
  const { count } = await headOf(source, range, headBytes - 4);
  const length = count * entryBytes;
  if (count > most || range.start + headBytes + length > range.end) return null;
  return { count, bytes: await source.read(range.start + headBytes, length) };
}

/** The parts of some ranges that lie within others, each byte once, in their order. */
export function within(ranges: readonly Range[], others: readonly Range[]): readonly Range[] {
  const parts: Range[] = [];
  const bounds = merged(others);
  let bound = 0;
  for (const { start, end } of merged(ranges)) {
    while (bound < bounds.length && (bounds[bound]?.end ?? 0) <= start) bound += 1;
    for (let at = bound; at < bounds.length; at += 1) {
      const { start: from, end: to } = bounds[at] ?? { start: end, end };
      if (from >= end) break;
      parts.push({ start: Math.max(start, from), end: Math.min(end, to) });
    }
  }
  return parts;
}

/** Ranges in their order, those that meet as one. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}
