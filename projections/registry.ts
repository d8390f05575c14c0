import { eventDefinitions } from '#domain/registry.ts';
import { campusProjection } from './campus/projection.ts';
import type { AnyCollection } from './kernel/collection.ts';
import { erasureProjection } from './kernel/erasure.ts';
import { compileFolds, type FoldTable } from './kernel/foldTable.ts';
import type { Projection } from './kernel/projection.ts';
import { postProjection } from './post/projection.ts';
import { saveProjection } from './save/projection.ts';
import { personProjection } from './user/projection.ts';

/** Everything that the live projector folds: all documents that people see, at one position. */
export const projections: readonly Projection[] = [
  erasureProjection,
  personProjection,
  campusProjection,
  postProjection,
  saveProjection,
];

/** The projections made ready for folding. */
export const foldTable: FoldTable = compileFolds(projections, eventDefinitions);

/** All collections by name. */
export const collections: ReadonlyMap<string, AnyCollection> = foldTable.collections;
