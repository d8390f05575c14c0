import type { Random } from '#scripts/demo/random.ts';
import type { Journal } from './journal.ts';
import type { ServerProcess } from './serverProcess.ts';

/** A thing that was acknowledged to its author: a post, a comment. */
export interface Thing {
  readonly collection: string;
  readonly key: string;
  /** The data that others need to act on it. */
  readonly doc: Readonly<Record<string, unknown>>;
  readonly author: string;
  /** The outcome of its author's last change is unknown, or it was deleted: it is not acted on any more. */
  isSettled: boolean;
}

/** State shared by all people who load the server. */
export interface Scenario {
  readonly server: ServerProcess;
  readonly journal: Journal;
  /** Times that the engines are slower than those of one process: people and checks wait that much longer. */
  readonly slowness: number;
  /** Draws for timing, such as who gives up after a kill. The acts of people come from their own draws. */
  readonly random: Random;
  /** Pictures as a file chooser hands them over. */
  readonly pictures: readonly Blob[];
  readonly things: Thing[];
  /** Findings of a rebuild, and other unexpected events. */
  readonly findings: string[];
  /** Called at each kill of the server; the answer ends it. */
  onKill(listener: () => void): () => void;
  /** No new act begins; started ones are completed. */
  isOver(): boolean;
}
