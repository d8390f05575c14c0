import type { Difference } from './differences.ts';
import type { Commit, Parked } from './readStore.ts';

/** Builds generations beside the live one; the engine decides in which thread. */
export interface GenerationBuilder {
  /**
   * @param projections names of those to fold; the others are carried over unchanged. Default: all
   * @param mayGoOn asked within the steps as well, where another process may take over: a step that folds or compares
   *   ends with what it throws
   * @throws BuildRunning a build is under way
   */
  begin(projections?: readonly string[], mayGoOn?: MayGoOn): Promise<RunningBuild>;
}

/** Asked again and again by work that lasts. @throws the reason, when it has to end */
export type MayGoOn = () => void;

/** A build of generations. It ends with `replace`, `first` or `discard`. */
export interface RunningBuild {
  /**
   * Folds the log up to a position, or to its end; returns the number of events read.
   * @param onEvents called after every batch: number of events, and the position reached
   */
  advance(to: string, onEvents: (events: number, position: string) => void): Promise<number>;
  /** Compares with the live generation while the projector goes on. */
  compare(): Promise<void>;
  /** Differences of the live generation, which is paused at the same position. */
  differences(): Promise<readonly Difference[]>;
  /** Parked documents; known after the end too. */
  parked(): Promise<readonly Parked[]>;
  /** Replaces the live generation at their common position; returns the commit to publish. */
  replace(differences: readonly Difference[], position: string): Promise<Commit>;
  /** Position up to which the log is folded; above `START` at first if the build was prepared. */
  position(): Promise<string>;
  /**
   * Replaces read models that cannot be compared: there are none, they are of another log, or other folds made them.
   * Carried collections must stand at the position reached. Cursors from before become void.
   */
  first(): Promise<void>;
  /** Discards the build; no error when it has ended. */
  discard(): Promise<void>;
}

/** One build at a time: two would compete for the disk. */
export class BuildRunning extends Error {
  constructor() {
    super('The read models are being built already. Wait until that has ended.');
    this.name = 'BuildRunning';
  }
}
