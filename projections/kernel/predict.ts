import type { Command } from '#domain/kernel/decider.ts';
import type { DomainEvent } from '#domain/kernel/event.ts';
import type { Collection } from './collection.ts';

/** What a prediction may look at: the documents that the browser holds. */
export interface HeldDocuments {
  get<Doc>(collection: Collection<Doc>, key: string): Doc | undefined;
}

/** Who predicts and where. */
export interface PredictContext {
  readonly userId: string;
  /** Campus of the site. */
  readonly campus: string;
}

/**
 * The events that a command will most likely cause, from the documents at hand. The browser runs the very same
 * folds on them, so what is shown at once is what will come. Empty: nothing is shown before the answer.
 */
export type Predict<Cmd extends Command> = (
  command: Cmd,
  documents: HeldDocuments,
  context: PredictContext,
) => readonly DomainEvent[];
