import type { Difference } from './differences.ts';
import type { Commit, Parked } from './readStore.ts';

/** Where generations are built beside the live one: in a thread of its own where there is one. */
export interface GenerationBuilder {
  /**
   * @param projections names of those that are folded anew; the others are carried over as they are. All when left out
   * @throws BuildRunning there is one under way
   */
  begin(projections?: readonly string[]): Promise<RunningBuild>;
}

/** Generations of some projections that are being built. It ends with `replace`, `first` or `discard`. */
export interface RunningBuild {
  /**
   * Folds the log up to a position, and no further than its end; answers how many events that took.
   * @param onEvents told of every batch: how many events, and the position reached
   */
  advance(to: string, onEvents: (events: number, position: string) => void): Promise<number>;
  /** Compares with the live generation while that goes on. */
  compare(): Promise<void>;
  /** How the live generation, which stands at the same position and waits, differs. */
  differences(): Promise<readonly Difference[]>;
  /** Documents that could not be folded; known after the end too. */
  parked(): Promise<readonly Parked[]>;
  /** Takes the live generation's place at their common position; answers what readers have to be told. */
  replace(differences: readonly Difference[], position: string): Promise<Commit>;
  /** Position up to which the log is folded: a build that was prepared goes on from there. */
  position(): Promise<string>;
  /**
   * Takes the place of read models that can't be compared: there are none, they are of another log or were made by other
   * folds. What is carried over must stand at the position that was reached. Cursors from before end.
   */
  first(): Promise<void>;
  /** Throws the build away; no error when it has ended. */
  discard(): Promise<void>;
}

/** One build at a time: two would compete for the disk. */
export class BuildRunning extends Error {
  constructor() {
    super('The read models are being built already. Wait until that has ended.');
    this.name = 'BuildRunning';
  }
}
