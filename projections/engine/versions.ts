import { nameUuid } from '#domain/kernel/nameUuid.ts';
import type { AnyCollection } from '../kernel/collection.ts';
import type { Projection } from '../kernel/projection.ts';
import type { ProjectionGeneration, ReadModelDeclaration } from './readStore.ts';

/** Namespace of the digest below. */
const VERSIONS_NAMESPACE = 'b1a4a1f0-3c0e-4c8e-9d57-6f1d4e0c7a52';
/** Characters of the digest: enough to distinguish releases, short in file names and cursors. */
const VERSIONS_CHARACTERS = 12;

/** Digest of the names and versions of projections, in any order: releases with other folds have another one. */
export function versionsOf(projections: readonly Pick<Projection, 'name' | 'version'>[]): string {
  const names = projections.map(({ name, version }) => `${name}@${version}`).sort();
  return nameUuid(names.join(','), VERSIONS_NAMESPACE).replaceAll('-', '').slice(0, VERSIONS_CHARACTERS);
}

/** Names of the declared projections without a generation of the declared version. */
export function staleOf(
  { projections }: ReadModelDeclaration,
  generations: readonly ProjectionGeneration[],
): readonly string[] {
  const versions = new Map(generations.map(({ projection, version }) => [projection, version]));
  return projections.filter(({ name, version }) => versions.get(name) !== version).map(({ name }) => name);
}

/** All collections of a declaration. */
export function collectionsOf({ projections }: ReadModelDeclaration): readonly AnyCollection[] {
  return projections.flatMap(({ collections }) => collections);
}
