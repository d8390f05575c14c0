import type { Command } from '#domain/kernel/command.ts';
import type { EventDefinition } from '#domain/kernel/event.ts';
import { merge } from '#domain/kernel/merge.ts';
import { withAttachments } from './attachment.ts';
import { erasureProjection } from './erasure.ts';
import { compileFolds, type FoldTable } from './foldTable.ts';
import type { NounProjection } from './nounProjection.ts';
import type { Predict } from './predict.ts';
import type { Projection } from './projection.ts';
import { type AnySearch, type NamedView, viewsOf } from './search.ts';

/** Everything that follows from a list of nouns' read models. */
export interface ReadModelRegistry {
  /** Everything that the live projector folds, the kernel's own projection included. */
  readonly projections: readonly Projection[];
  /** The projections made ready for folding. */
  readonly foldTable: FoldTable;
  /** By command type; a command that is not named shows nothing before its answer. */
  readonly predictions: Readonly<Record<string, Predict<Command>>>;
  /** The search indexes of all nouns. */
  readonly searches: readonly AnySearch[];
  /** The ways to show hits, by name, each with its index. */
  readonly searchViews: Readonly<Record<string, NamedView>>;
}

/**
 * Derives everything that is known by name from a list of nouns' read models.
 * @param definitions event types by name
 * @throws Error two nouns share a collection, a prediction or a search; a fold is for no event; a subject can't
 *   be found; something is attached to a collection that is not there
 */
export function createReadModels(
  nouns: readonly NounProjection[],
  definitions: Readonly<Record<string, EventDefinition>>,
): ReadModelRegistry {
  const attachments = nouns.flatMap((noun) => noun.attachments);
  const projections = withAttachments([erasureProjection, ...nouns], attachments);
  const foldTable = compileFolds(projections, definitions);
  const searches = nouns.flatMap(({ search }) => search);
  merge(searches.map((search) => ({ [search.name]: search })));
  return {
    projections,
    foldTable,
    predictions: merge(nouns.map((noun) => noun.predictions)),
    searches,
    searchViews: merge(searches.map(viewsOf)),
  };
}
