import type { Random } from '#scripts/demo/random.ts';

/** A write-ahead log that is damaged from one byte on. */
export interface TornWrite {
  /** The damage, in words. */
  readonly what: string;
  readonly bytes: Uint8Array;
  /** Bytes from the beginning that are as they were written. */
  readonly soundBytes: number;
}

/** Bytes that a disk writes at a time, at least. */
const SECTOR_BYTES = 512;
const GARBAGE_MAX_BYTES = 8_192;

/** Damages a log as power cuts and disks do: cut off, with a sector that was never written, or with garbage in it. */
export function tear(log: Buffer, random: Random): TornWrite {
  const at = Math.floor(random() * log.length);
  const kind = random();
  if (kind < 1 / 2) return { what: `cut at byte ${at}`, bytes: log.subarray(0, at), soundBytes: at };
  const torn = Buffer.from(log);
  if (kind < 3 / 4) {
    const from = at - (at % SECTOR_BYTES);
    torn.fill(0, from, from + SECTOR_BYTES);
    return { what: `sector at byte ${from} never written`, bytes: torn, soundBytes: from };
  }
  const to = Math.min(log.length, at + 1 + Math.floor(random() * GARBAGE_MAX_BYTES));
  for (let place = at; place < to; place += 1) torn[place] = Math.floor(random() * 256);
  return { what: `garbage from byte ${at} to ${to}`, bytes: torn, soundBytes: at };
}
