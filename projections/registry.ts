import { nameUuid } from '#domain/kernel/nameUuid.ts';
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

/** Namespace of the digest below. */
const FOLD_VERSION_NAMESPACE = 'b1a4a1f0-3c0e-4c8e-9d57-6f1d4e0c7a52';
/** Characters of the digest: enough to tell releases apart, short in file names and cursors. */
const FOLD_VERSION_CHARACTERS = 12;

/** Digest of all projections' names and versions: another one is another set of generations. */
export const foldVersion = foldVersionOf(projections);

/** See `foldVersion`. */
export function foldVersionOf(list: readonly Projection[]): string {
  const names = list.map(({ name, version }) => `${name}@${version}`).sort();
  return nameUuid(names.join(','), FOLD_VERSION_NAMESPACE).replaceAll('-', '').slice(0, FOLD_VERSION_CHARACTERS);
}
