import type { FeedRow, Parked, ProjectionGeneration } from '#projections/engine/readStore.ts';

/**
 * The live read models: one record, changed by compare-and-set on `batch` alone. It names the generations, and says
 * which batch is the last that is applied whole.
 */
export interface LiveRecord {
  readonly _id: 'live';
  /** Number of the last applied batch. */
  readonly batch: number;
  /** Number of the last row of the feed. */
  readonly row: number;
  readonly checkpoint: string;
  /** Recording of the event at the checkpoint; left out or `null` where it is not known. */
  readonly recording?: string | null;
  /** Highest epoch of a lease under which a batch was written. */
  readonly epoch: number;
  /** Kept over rebuilds by the same versions: while it is the same, cursors can be continued. */
  readonly lineage: string;
  readonly generations: readonly ProjectionGeneration[];
  /** Name in the database of each collection's live generation. */
  readonly collections: Readonly<Record<string, string>>;
  /** Name in the database of the change feed. */
  readonly feed: string;
  /** First position from which the feed is complete. */
  readonly floor: string;
  /** Rows up to this one are reduced, or are about to be. */
  readonly reducedRow: number;
  readonly era: string | null;
  /** Collections that a swap has replaced; readers that have not learnt of the swap still read them. */
  readonly retired: readonly Retired[];
}

export interface Retired {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A swap of generations: what it changes in the live record. */
export type Swap = Pick<LiveRecord, 'generations' | 'collections' | 'retired'> &
  Partial<Pick<LiveRecord, 'lineage' | 'feed' | 'floor' | 'reducedRow' | 'era'>>;

/**
 * A batch of the feed. Its insertion is the commit: the number is unique, so of two projectors one is refused, and all
 * its rows are there or none. Numbers are gapless.
 */
export interface BatchRecord {
  readonly _id: number;
  readonly from: string;
  readonly to: string;
  readonly recording?: string | null;
  readonly epoch: number;
  /** Name of this try to commit, to recognise it where the answer was lost. */
  readonly attempt: string;
  /** Name of the opened store that wrote it. */
  readonly writer: string;
  /** Milliseconds since 1970; left out once the batch is reduced. */
  readonly at?: number;
  /** Number of its last row, or of the last one before it. */
  readonly lastRow: number;
  /** Rows in order; reduced ones have position, collection and key alone. */
  readonly rows: readonly FeedRow[];
  readonly parked: readonly Parked[];
  /** Topics that documents left; left out once the batch is reduced. */
  readonly left?: readonly string[];
  readonly swap?: Swap;
}

/** A document; `_id` is its key. */
export interface DocumentRecord {
  readonly _id: string;
  readonly position: string;
  /** Number of the batch that wrote it. It guards the document: only a later batch replaces it. */
  readonly batch: number;
  readonly doc: unknown | null;
}

/** A parked document; `_id` is the name of its generation in the database and its key. */
export interface ParkedRecord extends Parked {
  readonly _id: string;
  readonly generation: string;
}

/** Names in the database that are not those of generations. */
export const COLLECTIONS = {
  live: 'readModels',
  parked: 'readModels.parked',
  builds: 'readModels.builds',
  prepared: 'readModels.prepared',
} as const;

/** Name in the database of a collection's generation, or of a feed. */
export function generationName(collection: string, build: string): string {
  return `${collection}.${build}`;
}
