import type { DocumentRef, Versioned } from '../kernel/collection.ts';
import type { Projection, Read, Write } from '../kernel/projection.ts';

/** One line of the change feed: a document before and after one event. */
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

/** A document that an event could not be folded into. */
export interface Parked extends DocumentRef {
  readonly position: string;
  readonly error: string;
}

/** What one batch of events did: committed whole or not at all. */
export interface Commit {
  /** Checkpoint that the batch started from; a mismatch is refused (a second projector). */
  readonly from: string;
  readonly to: string;
  readonly rows: readonly FeedRow[];
  readonly parked: readonly Parked[];
}

/** A place in the change feed, whose rows stand in the order in which they were written. Only its store reads it. */
export interface FeedMark {
  /** Generation that the feed belongs to. */
  readonly generation: string;
  /** Number of the last row before it, as the store counts them. */
  readonly row: number;
  /** Position of the log up to which the rows before it are all there is. */
  readonly position: string;
}

/** A part of the change feed, and where it ends. */
export interface FeedPage {
  readonly rows: readonly FeedRow[];
  readonly end: FeedMark;
}

/** A commit with its place in the feed: a reader that stands at `since` need not read it. */
export interface Committed extends Commit {
  readonly since: FeedMark;
  readonly end: FeedMark;
}

/** What one result page of a query is cut by. */
export interface PageBounds {
  /** Only documents whose order value is below this one. */
  readonly below: string | null;
  /** Only documents whose order value is at or above this one. */
  readonly atOrAbove: string | null;
  readonly limit: number;
}

/** A generation of one projection: what a build has made of its collections. */
export interface ProjectionGeneration {
  readonly projection: string;
  /** Version of the folds that made it. */
  readonly version: number;
  /** Name of the build, another one for each. */
  readonly build: string;
}

/**
 * The live generations of all projections, at one position; personal data in them is sealed. Every read is of committed batches only.
 *
 * A store that was opened by a release with other folds has stale projections: their collections can't be read until
 * `prepare` has built them.
 */
export interface ReadStore {
  /**
   * Names the live generations of all projections together: it changes when a client's cursor can't be continued. One
   * name for all, because a page holds one set of documents, and those of one topic refer to other projections'.
   * A rebuild by the same versions keeps it; it changes with a release that has other folds.
   */
  readonly generation: string;
  /** The live generation of each declared projection; one that was never built is left out. */
  generations(): Promise<readonly ProjectionGeneration[]>;
  /** Names of the declared projections whose live generation is missing or of another version. */
  stale(): Promise<readonly string[]>;
  checkpoint(): Promise<string>;
  /** Present documents for the refs, in their order; a document that never was is left out, a gone one has `doc: null`. */
  get(refs: readonly DocumentRef[]): Promise<readonly Versioned[]>;
  /** Present documents of a named query in its order. */
  query(collection: string, query: string, values: readonly string[], page: PageBounds): Promise<readonly Versioned[]>;
  /** Everything that folds of a batch declared they read. */
  load(reads: readonly Read[]): Promise<readonly Versioned[]>;
  /**
   * Writes a batch: the newest of its rows for each document, all rows, the checkpoint; all or nothing (P6).
   * @returns the end of the feed after it
   * @throws CheckpointMismatch another projector has moved the checkpoint
   * @throws Unavailable it is unknown whether it was written: read the feed on
   */
  commit(batch: Commit): Promise<FeedMark>;
  /** Where the feed ends now: a reader begins here. */
  feedEnd(): Promise<FeedMark>;
  /**
   * The feed from a place on, whole positions only, about `limit` rows; the last page ends at the checkpoint. What a
   * rebuild corrected is in it like everything else. `null`: the feed does not go on from there, since it is of another
   * generation, or rows after it are no longer whole.
   */
  feedAfter(mark: FeedMark, limit: number): Promise<FeedPage | null>;
  /** Documents that left the topic at or after a position and are not in it now. */
  leftSince(topic: string, position: string): Promise<readonly Versioned[]>;
  /** First position from which the feed is complete; a cursor before it gets a fresh snapshot. */
  feedFloor(): Promise<string>;
  parked(): Promise<readonly Parked[]>;
  /** Era of the log in which the checkpoint was made, `null` when that was never noted. */
  era(): Promise<string | null>;
  /** Notes that what is committed from now on is of this era of the log. */
  noteEra(era: string): Promise<void>;
  close(): Promise<void>;
}

/** What a read store is opened with. */
export interface ReadModelDeclaration {
  readonly projections: readonly Pick<Projection, 'name' | 'version' | 'collections'>[];
}

/** There is a projection whose folds have changed, so what is live can't be compared. */
export class StaleReadModels extends Error {
  constructor(projections: readonly string[]) {
    super(
      `The read models of ${projections.join(', ')} were made by another release. Rebuild them, or start the server.`,
    );
    this.name = 'StaleReadModels';
  }
}

/** The checkpoint is not where the batch started from: another projector writes this read store. */
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

/** The read models are further than the log: they were made from another one. */
export class ForeignReadModels extends Error {
  constructor(position: string, head: string) {
    super(`The read models stand at ${position}, the log ends at ${head}: they belong to another log. Rebuild them.`);
    this.name = 'ForeignReadModels';
  }
}

export type { Write };
