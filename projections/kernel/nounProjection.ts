import type { Command } from '#domain/kernel/command.ts';
import type { AnyCollection } from './collection.ts';
import type { NounDocuments } from './documents.ts';
import type { Predict } from './predict.ts';
import type { Folds, Projection } from './projection.ts';
import type { AnySearch } from './search.ts';
import type { TopicKinds } from './topic.ts';

/** The manifest of a noun in the read models: its documents and topics, its projection, and its predictions. */
export interface NounProjection<Kinds extends TopicKinds = TopicKinds> extends Projection, NounDocuments<Kinds> {
  readonly name: string;
  readonly collections: readonly AnyCollection[];
  /** By command type; a command that is not named shows nothing before its answer. */
  readonly predictions: Readonly<Record<string, Predict<Command>>>;
  /** Search indexes of its documents. */
  readonly search: readonly AnySearch[];
}

/** Declares a noun's read models. A fold under another event's name does not compile. */
export function defineProjection<Kinds extends TopicKinds = TopicKinds>(
  declaration: Pick<Projection, 'name' | 'version' | 'collections'> & {
    readonly folds: Folds;
    readonly topics: Kinds;
  } & Partial<Pick<NounProjection, 'predictions' | 'attachments' | 'rights' | 'signals' | 'search'>>,
): NounProjection<Kinds> {
  // A fold that is left out has no key at all, so none of the values is undefined.
  return {
    predictions: {},
    attachments: [],
    rights: [],
    signals: [],
    search: [],
    ...declaration,
    folds: declaration.folds as Projection['folds'],
  };
}
