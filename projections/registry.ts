import { eventDefinitions } from '#domain/registry.ts';
import type { AnyCollection } from './kernel/collection.ts';
import { erasureProjection } from './kernel/erasure.ts';
import { compileFolds, type FoldTable } from './kernel/foldTable.ts';
import type { Projection } from './kernel/projection.ts';
import { nouns } from './nouns.ts';

/** Everything that the live projector folds: all documents that people see, at one position. */
export const projections: readonly Projection[] = [erasureProjection, ...nouns];

/** The projections made ready for folding. */
export const foldTable: FoldTable = compileFolds(projections, eventDefinitions);

/** All collections by name. */
export const collections: ReadonlyMap<string, AnyCollection> = foldTable.collections;
