import { type CampusCut, projectionsOfSet, setNames } from '#projections/engine/campusSets.ts';
import { systemClock } from '#projections/engine/clock.ts';
import { mergeReads, type Reads } from '#projections/engine/mergedReads.ts';
import { projections } from '#projections/registry.ts';
import type { Closing } from './closing.ts';
import { type ProjectorPorts, type ProjectorRole, startProjector } from './projector.ts';
import type { ReadModels, Stores } from './stores.ts';

/** The read models of all sets of campuses; of one where nothing is cut. */
export interface OpenSets {
  /** The read models of all as one: what everything but a projector uses. */
  readonly readStore: Reads;
  readonly sets: ReadonlyMap<string, ReadModels>;
}

/** Opens the read models of every set, which any process reads. */
export async function openSets(stores: Stores, cut: CampusCut, closing: Closing): Promise<OpenSets> {
  const sets = new Map<string, ReadModels>();
  for (const set of setNames(cut)) {
    const models = await stores.openReadModels({ cut, set });
    closing.add(`read store of ${set}`, () => models.readStore.close());
    sets.set(set, models);
  }
  const opened = new Map([...sets].map(([set, { readStore }]) => [set, readStore]));
  return { readStore: mergeReads({ cut, stores: opened, projections, clock: systemClock }), sets };
}

/** Ports of the projectors of some sets. */
export interface ProjectorsPorts extends Omit<ProjectorPorts, keyof ReadModels | 'set' | 'projections'> {
  readonly cut: CampusCut;
  readonly sets: ReadonlyMap<string, ReadModels>;
  /** Names of the sets that this process projects, or stands by for. */
  readonly projected: readonly string[];
}

/** Starts a projector for each of some sets: each has a lease of its own, so that several machines share the sets. */
export async function startProjectors(
  ports: ProjectorsPorts,
  closing: Closing,
): Promise<ReadonlyMap<string, ProjectorRole>> {
  const { cut, sets, projected, ...shared } = ports;
  const roles = new Map<string, ProjectorRole>();
  for (const set of projected) {
    const models = sets.get(set);
    if (models === undefined) throw new Error(`There is no set of campuses ${set}.`);
    const ofSet = { ...models, set, projections: projectionsOfSet(projections, cut, set) };
    roles.set(set, await startProjector({ ...shared, ...ofSet }, closing));
  }
  return roles;
}
