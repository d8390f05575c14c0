import { eventDefinitions } from '#domain/registry.ts';
import { compileFolds, type FoldTable } from '../kernel/foldTable.ts';
import type { Projection } from '../kernel/projection.ts';

/** The projections that a build folds, and the collections that it carries over from the live read models. */
export interface BuildScope {
  /** Folds of the projections that are built. */
  readonly table: FoldTable;
  /** Names of these projections. */
  readonly folded: readonly string[];
  /** Names of the collections of all others. */
  readonly carried: readonly string[];
  /** All projections: a build's file has tables for all of them. */
  readonly all: FoldTable;
}

/**
 * @param names of the projections to be built; all when left out
 * @throws Error there is no projection of a name
 */
export function buildScope(projections: readonly Projection[], names?: readonly string[] | null): BuildScope {
  const known = projections.map(({ name }) => name);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no projection ${unknown}. There are: ${known.join(', ')}.`);

  const all = compileFolds(projections, eventDefinitions);
  const table = compileFolds(
    projections.filter(({ name }) => names?.includes(name) ?? true),
    eventDefinitions,
  );
  const isFolded = ({ collections }: Projection) => collections.every(({ name }) => table.collections.has(name));
  return {
    table,
    all,
    // A projection that all folds need (erased subjects) is folded with any of them.
    folded: projections.filter(isFolded).map(({ name }) => name),
    carried: [...all.collections.keys()].filter((name) => !table.collections.has(name)),
  };
}
