import { type Random, seededRandom } from '#scripts/demo/random.ts';
import type { Journal } from './journal.ts';
import type { ServerProcess } from './serverProcess.ts';

/** Something that was acknowledged to somebody who made it: a post, a comment. */
export interface Thing {
  readonly collection: string;
  readonly key: string;
  /** What others who act on it have to know. */
  readonly doc: Readonly<Record<string, unknown>>;
  readonly author: string;
  /** Its author was not told how a change of it ended, or has ended it: it is left alone from then on. */
  isSettled: boolean;
}

/** What everybody who loads the server shares. */
export interface Scenario {
  readonly server: ServerProcess;
  readonly journal: Journal;
  /** For what the moment brings: who loses patience after a kill. What people want to do they draw for themselves. */
  readonly random: Random;
  /** Pictures as a file chooser hands them over. */
  readonly pictures: readonly Blob[];
  readonly things: Thing[];
  /** What a rebuild found, and other news that nobody had expected. */
  readonly findings: string[];
  /** Called at each kill of the server; the answer ends it. */
  onKill(listener: () => void): () => void;
  /** Nobody begins anything new; what was begun is still brought to its end. */
  isOver(): boolean;
}

/** A number of milliseconds between two others. */
export function between(random: Random, min: number, max: number): number {
  return Math.round(min + random() * (max - min));
}

/** Draws of its own for one person or act: what others draw meanwhile changes nothing of it. */
export function forkRandom(random: Random): Random {
  return seededRandom(Math.floor(random() * 2 ** 32));
}
