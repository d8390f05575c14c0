const MIB = 2 ** 20;
/** Growth from the second quarter of a run to its last that is taken as flat, in MiB. */
export const FLAT_MIB = 64;
/** Samples below which nothing is said about growth. */
const MIN_SAMPLES = 12;

/** Memory of the server over a run. */
export interface MemoryReport {
  readonly samplesMib: readonly number[];
  /** Median of the last quarter less that of the second, in MiB; `null` when the run was too short. */
  readonly growthMib: number | null;
}

/**
 * Reports whether memory stays flat: the first quarter warms up caches, so the medians of the second and the last
 * quarter are compared.
 */
export function memoryReport(samples: readonly number[]): MemoryReport {
  const samplesMib = samples.map((bytes) => Math.round(bytes / MIB));
  if (samples.length < MIN_SAMPLES) return { samplesMib, growthMib: null };
  const quarter = Math.floor(samplesMib.length / 4);
  const growthMib = median(samplesMib.slice(-quarter)) - median(samplesMib.slice(quarter, 2 * quarter));
  return { samplesMib, growthMib };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
