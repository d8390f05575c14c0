import type { LogFiles } from '../../log/logFiles.ts';

/** Start data of the thread that builds read models: folding a whole log would block the process's event loop. */
export interface BuildWorkerData {
  /** File to be built; it does not exist yet. */
  readonly file: string;
  /** A prepared file: the build continues it if possible. */
  readonly prepared: string | null;
  readonly liveFile: string;
  readonly log: LogFiles;
  /** Module that exports `projections`. */
  readonly projectionsModule: string;
  /** Names of the projections to be folded; `null`: all. */
  readonly names: readonly string[] | null;
  /** Types of the events that these projections fold. */
  readonly eventTypes: readonly string[];
  /**
   * Lineage of a build without a predecessor, and its name; a build that replaces a live generation keeps that one's
   * lineage.
   */
  readonly lineage: string;
}

/** Notice of progress. */
export interface BuildNotice {
  readonly position: string;
  readonly events: number;
}
