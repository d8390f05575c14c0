import type { DocumentRef, Versioned } from '../kernel/collection.ts';
import type { Projection, Read, Write } from '../kernel/projection.ts';
import { Unavailable } from './eventLog.ts';

/** One row of the change feed: a document before and after one event. */
export interface FeedRow extends DocumentRef {
  readonly position: string;
  /** Version (position) of the document that this one replaces; `null` when there was none. */
  readonly before: string | null;
  readonly doc: unknown | null;
  /** topics(before) ∪ topics(after). */
  readonly topics: readonly string[];
  /** Those of `topics` in which the document no longer is. */
  readonly left: readonly string[];
}

/** A document on which a fold failed; it is not kept current any more. */
export interface Parked extends DocumentRef {
  readonly position: string;
  readonly error: string;
}

/** The changes of one batch of events, committed all or none. */
export interface Commit {
  /** Checkpoint that the batch started from; a mismatch is refused (a second projector). */
  readonly from: string;
  readonly to: string;
  /** Recording of the event at `to` (`recordingOf`), kept with the checkpoint; `null` where it is not known: of a build. */
  readonly recording: string | null;
  readonly rows: readonly FeedRow[];
  readonly parked: readonly Parked[];
}

/** A place in the change feed, whose rows are in the order of writing. Only its store interprets it. */
export interface FeedMark {
  /**
   * Names the live generations of all projections together; it changes when clients' cursors become void. One name for
   * all, because documents of one topic refer to documents of other projections. A rebuild by the same versions keeps
   * it; it changes with a release that has other folds.
   */
  readonly generation: string;
  /** Number of the last row before it, as the store counts them. */
  readonly row: number;
  /** Position of the log up to which the rows before the mark are complete. */
  readonly position: string;
}

/** Rows of the change feed, and the mark at their end. */
export interface FeedPage {
  readonly rows: readonly FeedRow[];
  readonly end: FeedMark;
}

/** A commit with its marks in the feed: a reader at `since` need not read the feed. */
export interface Committed extends Commit {
  readonly since: FeedMark;
  readonly end: FeedMark;
}

/** Bounds of one page of a query. */
export interface PageBounds {
  /** Only documents whose order value is below this one. */
  readonly below: string | null;
  /** Only documents whose order value is at or above this one. */
  readonly atOrAbove: string | null;
  readonly limit: number;
}

/** A generation of one projection: one build of its collections. */
export interface ProjectionGeneration {
  readonly projection: string;
  /** Version of the folds that made it. */
  readonly version: number;
  /** Digest of the declared shape of its collections (`shapeDigest`); `''`: a release made it that noted none. */
  readonly shape: string;
  /** Name of the build, unique. */
  readonly build: string;
}

/**
 * The live generations of all projections, at one position; personal data in them is sealed. Reads see committed
 * batches only. On an engine without transactions one read may see a part of a batch that is being written; it answers
 * when the batch is written whole and the checkpoint has moved. So a read that begins after an answer shows at least as
 * much as the answer does: rows, rights, and what left a topic included (P5, P8).
 *
 * After a release that changes folds some projections are stale: their collections cannot be read until `prepare` has
 * built them.
 */
export interface ReadStore {
  /** The live generation of each declared projection; one that was never built is left out. */
  generations(): Promise<readonly ProjectionGeneration[]>;
  /** Names of the declared projections whose live generation is missing, of another version or of another shape. */
  stale(): Promise<readonly string[]>;
  checkpoint(): Promise<string>;
  /** Documents for the refs, in their order; one that never existed is left out, a tombstone has `doc: null`. */
  get(refs: readonly DocumentRef[]): Promise<readonly Versioned[]>;
  /** Present documents of a named query in its order. */
  query(collection: string, query: string, values: readonly string[], page: PageBounds): Promise<readonly Versioned[]>;
  /**
   * The next documents of a collection after a key (`''`: from the first on), in the order of their keys, tombstones
   * included. Fewer than `limit`: these are the last. Documents may change between two calls; the feed has what did.
   */
  scan(collection: string, after: string, limit: number): Promise<readonly Versioned[]>;
  /** All documents that the folds of a batch have declared to read. */
  load(reads: readonly Read[]): Promise<readonly Versioned[]>;
  /**
   * Writes a batch: each document as of its newest row, all rows, the checkpoint; all or none (P6).
   * @returns the end of the feed after it
   * @throws CheckpointMismatch another projector has moved the checkpoint
   * @throws Unavailable the outcome is uncertain: the feed shows whether it was written
   */
  commit(batch: Commit): Promise<FeedMark>;
  /**
   * The end of the feed now, where new readers begin: the generation and the position in one. A process learns here that
   * another generation has taken the place of the one before; every read that begins afterwards is of it, or of a later
   * one.
   */
  feedEnd(): Promise<FeedMark>;
  /**
   * About `limit` rows after a mark, all rows of a position together; the last page ends at the checkpoint. Corrections
   * of a rebuild are rows too. `null`: the feed does not go on from the mark, which is of another generation, or rows
   * after it are no longer complete.
   */
  feedAfter(mark: FeedMark, limit: number): Promise<FeedPage | null>;
  /** Documents that left the topic at or after a position and are not in it now. */
  leftSince(topic: string, position: string): Promise<readonly Versioned[]>;
  /** First position from which the feed is complete; an older cursor gets a fresh snapshot. */
  feedFloor(): Promise<string>;
  parked(): Promise<readonly Parked[]>;
  /** Recording of the event at the checkpoint, as its commit had it: `null` after a build, until the next commit. */
  lastRecording(): Promise<string | null>;
  /** Era of the log in which the checkpoint was made, `null` when none was noted. */
  era(): Promise<string | null>;
  /** Notes the era of the log that later commits belong to. */
  noteEra(era: string): Promise<void>;
  close(): Promise<void>;
}

/** Projections that a read store is opened with. */
export interface ReadModelDeclaration {
  readonly projections: readonly Pick<Projection, 'name' | 'version' | 'collections'>[];
}

/**
 * The live generation of a projection is of a release with other folds: it can be neither read nor compared, until a
 * projector of this release has built its own.
 */
export class StaleReadModels extends Unavailable {
  constructor(projections: readonly string[]) {
    super(
      `The read models of ${projections.join(', ')} were made by another release. Rebuild them, or start the server.`,
    );
    this.name = 'StaleReadModels';
  }
}

/** There is nothing to compare with the log: the read models are new, or were damaged, and their engine began new ones. */
export class EmptyReadModels extends Unavailable {
  constructor() {
    super(
      'The read models hold nothing of this log: they are new, or were damaged and have been replaced. ' +
        'Rebuild them, or start the server.',
    );
    this.name = 'EmptyReadModels';
  }
}

/** The checkpoint is not the start of the batch: another projector writes this read store. */
export class CheckpointMismatch extends Error {
  readonly expected: string;
  readonly actual: string;
  constructor(expected: string, actual: string) {
    super(`The read store stands at ${actual}, the batch started from ${expected}: another projector writes it.`);
    this.name = 'CheckpointMismatch';
    this.expected = expected;
    this.actual = actual;
  }
}

/** The read models are ahead of the log: they were made from another one. */
export class ForeignReadModels extends Error {
  constructor(position: string, head: string) {
    super(`The read models stand at ${position}, the log ends at ${head}: they belong to another log. Rebuild them.`);
    this.name = 'ForeignReadModels';
  }
}

export type { Write };
