import type { Command } from '#domain/kernel/command.ts';
import type { DomainEvent } from '#domain/kernel/event.ts';
import type { Collection } from './collection.ts';

/** The documents that a prediction may read: those that the browser holds. */
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
 * The events that a command will most likely cause, by the held documents. The browser folds them with the server's
 * folds, so the predicted documents equal the later ones. Empty: nothing is shown before the answer.
 */
export type Predict<Cmd extends Command> = (
  command: Cmd,
  documents: HeldDocuments,
  context: PredictContext,
) => readonly DomainEvent[];
