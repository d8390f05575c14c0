import { nameUuid } from '#domain/kernel/nameUuid.ts';
import type { AnyCollection } from '../kernel/collection.ts';
import type { Projection } from '../kernel/projection.ts';
import type { ProjectionGeneration, ReadModelDeclaration } from './readStore.ts';

/** Namespace of the digest below. */
const VERSIONS_NAMESPACE = 'b1a4a1f0-3c0e-4c8e-9d57-6f1d4e0c7a52';
/** Characters of the digest: enough to distinguish releases, short in file names and cursors. */
const VERSIONS_CHARACTERS = 12;

/** A projection as far as its stored generations depend on it. */
type Declared = Pick<Projection, 'name' | 'version' | 'collections'>;

/** Digest of names, versions and shapes of projections, in any order: releases with other folds have another one. */
export function versionsOf(projections: readonly Declared[]): string {
  return digest(projections.map((each) => `${each.name}@${each.version}/${shapeDigest(each)}`));
}

/**
 * Digest of what engines make tables and indexes of: the names of a projection's collections and their queries. It
 * differs between two states of an unreleased version, in which stored read models would lack columns.
 */
export function shapeDigest({ collections }: Pick<Projection, 'collections'>): string {
  const shapes = collections.flatMap(({ name, queries }) => [
    name,
    ...Object.entries(queries).map(([query, { equals, order }]) => JSON.stringify([name, query, equals, order])),
  ]);
  return digest(shapes);
}

/** The generations of some declared projections that one build makes. */
export function generationsOf(
  { projections }: ReadModelDeclaration,
  names: readonly string[],
  build: string,
): readonly ProjectionGeneration[] {
  return projections
    .filter(({ name }) => names.includes(name))
    .map((each) => ({ projection: each.name, version: each.version, shape: shapeDigest(each), build }));
}

/** Names of the declared projections without a generation of the declared version and shape. */
export function staleOf(
  { projections }: ReadModelDeclaration,
  generations: readonly ProjectionGeneration[],
): readonly string[] {
  const live = new Map(generations.map((generation) => [generation.projection, generation]));
  return projections
    .filter((each) => {
      const generation = live.get(each.name);
      return generation?.version !== each.version || generation.shape !== shapeDigest(each);
    })
    .map(({ name }) => name);
}

/** All collections of a declaration. */
export function collectionsOf({ projections }: ReadModelDeclaration): readonly AnyCollection[] {
  return projections.flatMap(({ collections }) => collections);
}

function digest(parts: readonly string[]): string {
  const name = [...parts].sort().join(',');
  return nameUuid(name, VERSIONS_NAMESPACE).replaceAll('-', '').slice(0, VERSIONS_CHARACTERS);
}
